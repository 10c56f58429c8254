import { TuttiError } from "../../base/error.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Store } from "../../store/store.ts";
import type { JournalRow } from "../../store/row.ts";
import type { Follow, Following } from "../contract/events.ts";
import type { ActivityFeed } from "./activity.ts";
import { eventsOf } from "./events-of.ts";
import { type Follower, type Heard, type Page, type Sink, makeFollower } from "./follower.ts";

/** Sends new rows of the journal to all followers. */
export interface Bus {
  follow(what: Follow, sink: Sink): Promise<Following>;
  subscribers(): number;
  /** How many rows wait in memory, for all followers together. */
  kept(): number;
  /** Nothing more comes: every sink is told that it is lost. */
  close(): void;
}

export interface BusParts {
  /** Absent where nothing is played. */
  readonly activity?: ActivityFeed;
  readonly store: Pick<Store, "rows" | "position" | "follow">;
  readonly titleOf: (job: JobId, sheet: SheetId) => string | null;
}

export function makeBus({ store, titleOf, activity }: BusParts): Bus {
  const followers = new Set<Follower>();
  const turn = makeTurns();
  let isClosed = false;
  let head = 0;
  const heard = (row: JournalRow): Heard => {
    const title = row.job === null || row.sheet === null ? null : titleOf(row.job, row.sheet);
    return { position: row.position, job: row.job, events: eventsOf(row, title) };
  };
  const leave = store.follow((rows) => {
    head = rows.at(-1)?.position ?? head;
    // Made once for all of them, so that what waits for many is not many times in memory.
    const news = followers.size === 0 ? [] : rows.map(heard);
    for (const follower of followers) follower.offer(news);
  });
  const readPage = async ({ job }: Follow, after: number): Promise<Page> => {
    await turn();
    const rows = await store.rows({ after, limit: pageRows, ...(job === undefined ? {} : { job }) });
    return { news: rows.map(heard), isLast: rows.length < pageRows };
  };
  return {
    follow: async (what, sink) => {
      const position = await store.position();
      if (isClosed) throw stopping();
      head = Math.max(head, position);
      const follower = makeFollower({
        what,
        sink,
        head: () => head,
        readPage: (after) => readPage(what, after),
        onEnd: () => {
          followers.delete(follower);
          unfollow?.();
        },
      });
      const unfollow =
        what.activity === true ? activity?.follow(what.job, (all) => sink.active?.(all) ?? true) : undefined;
      followers.add(follower);
      follower.begin(what.after ?? position);
      const stop = (): Promise<void> => {
        follower.stop();
        return Promise.resolve();
      };
      return { position, stop };
    },
    subscribers: () => followers.size,
    kept: () => [...followers].reduce((sum, follower) => sum + follower.kept(), 0),
    close: () => {
      isClosed = true;
      leave();
      for (const follower of followers) follower.lose(stopping());
    },
  };
}

const pageRows = 200;

/**
 * One page at a time for every reader, and other work runs in between: a long history must not hold up those who are
 * playing.
 */
function makeTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => new Promise((resolve) => setImmediate(resolve))));
}

function stopping(): TuttiError {
  return new TuttiError("conductor.stopping", "the conductor is stopping", {
    audience: "environment",
    hint: "Jobs go on when it is back: tutti start. Follow again from the last position that was heard.",
  });
}
