import type { Following, TuttiEvent } from "../../api/contract/events.ts";
import type { DiffView } from "../../api/contract/sheet.ts";
import type { Tutti } from "../../api/tutti.ts";
import { messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { Board } from "./model/board.ts";
import type { LogTail } from "./log-tail.ts";
import type { ScreenState } from "./model/screen-state.ts";
import { spaced } from "./spaced.ts";

/** Keeps a board up to date over one connection: one subscription, and questions only where it does not tell enough. */
export interface Feed {
  /** Asks for what is looked at now and not known yet. */
  look(state: ScreenState): void;
  readonly diff: () => DiffView | string;
  stop(): Promise<void>;
}

interface FeedHow {
  readonly tutti: Tutti;
  readonly board: Board;
  readonly tail: LogTail;
  /** There is something new to be drawn. */
  readonly changed: () => void;
  readonly lost: (error: Error) => void;
}

/** Events that change what waits to land. */
const ofQueue = /^sheet\.(?:captured|landing|landed|held|conflict|withdrawn|approved|failed|completed)$/;
/** Load and memory change without an event. */
const conductorEveryMs = 5_000;
const conductorSoonestMs = 2_000;
const queuesEveryMs = 2_000;
const jobsEveryMs = 1_000;

export async function openFeed(how: FeedHow): Promise<Feed> {
  const { tutti, board, tail, changed } = how;
  let seen: ScreenState | null = null;
  let diff: DiffView | string = "reading …";
  let diffOf = "";
  // Over this connection: what happened while there was none is asked for again.
  const loaded = new Set<JobId>();
  const fail = (error: unknown): void => how.lost(error as Error);
  const renew = (every: number, ask: () => Promise<void>) => spaced(every, () => ask().then(changed, fail));
  const jobs = renew(jobsEveryMs, async () => {
    board.list((await tutti.call("job.list", {})).filter(({ archived }) => archived !== true));
  });
  const queues = renew(queuesEveryMs, async () => {
    board.queues(await tutti.call("queue.list", { folder: process.cwd(), all: true }));
  });
  const conductor = renew(conductorSoonestMs, async () => {
    board.conductor(await tutti.call("conductor.status", {}));
  });
  const readMore = (): void => {
    if (seen?.pane === "log") tail.more(tutti).then(changed, fail);
  };
  const load = (job: JobId): void => {
    if (loaded.has(job)) return;
    loaded.add(job);
    loadJob(tutti, board, job).then(changed, fail);
  };
  const readDiff = ({ job, sheet, pane }: ScreenState, isNews: boolean): void => {
    const of = `${job ?? ""}/${sheet ?? ""}`;
    if (pane !== "diff" || job === null || sheet === null || (of === diffOf && !isNews)) return;
    diffOf = of;
    tutti
      .call("sheet.diff", { job, folder: "/", what: sheet })
      .then((view) => view, messageOf)
      .then((view) => {
        if (of === diffOf) diff = view;
        changed();
      })
      .catch(fail);
  };
  const following = await tutti.follow(
    { activity: true },
    {
      hear: (event) => {
        board.hear(event);
        changed();
        if (event.recorded.about === "job" || isEnd(event)) jobs();
        if (ofQueue.test(event.type)) queues();
        conductor();
        if (seen === null || event.job !== seen.job || event.sheet !== seen.sheet) return;
        readMore();
        if (event.type === "sheet.captured") readDiff(seen, true);
      },
      active: (activities) => {
        board.active(activities);
        changed();
        if (activities.some(({ job, sheet }) => job === seen?.job && sheet === seen.sheet)) readMore();
      },
      lost: fail,
    },
  );
  const clock = setInterval(conductor, conductorEveryMs);
  for (const ask of [jobs, queues, conductor]) ask();
  return {
    diff: () => diff,
    look: (state) => {
      const isOther = seen === null || seen.job !== state.job || seen.sheet !== state.sheet || seen.pane !== state.pane;
      seen = state;
      if (state.job !== null) load(state.job);
      if (!isOther || state.job === null || state.sheet === null) return;
      tail.choose(state.job, state.sheet);
      readMore();
      readDiff(state, false);
    },
    stop: () => stop(following, clock),
  };
}

async function stop(following: Following, clock: NodeJS.Timeout): Promise<void> {
  clearInterval(clock);
  await following.stop().catch(() => undefined);
}

/** Counts and costs of lists change with these. */
function isEnd({ type }: TuttiEvent): boolean {
  return type === "sheet.completed" || type === "sheet.failed" || type === "job.cost_update";
}

/** Longer histories are not drawn: only where each sheet is now. */
const mostPages = 5;

async function loadJob(tutti: Tutti, board: Board, job: JobId): Promise<void> {
  const past: TuttiEvent[] = [];
  let after: number | null = 0;
  for (let pages = 0; pages < mostPages && after !== null; pages += 1) {
    const page: Awaited<ReturnType<typeof history>> = await history(tutti, job, after);
    past.push(...(page?.events ?? []));
    after = page?.next ?? null;
  }
  const view = await tutti.call("job.status", { job, folder: "/" });
  if (view !== null) board.begin(view, after === null ? past : []);
}

function history(tutti: Tutti, job: JobId, after: number) {
  return tutti.call("job.history", { job, folder: "/", after, limit: 1000 });
}
