import type { JobId } from "../../base/ids.ts";
import type { Activity } from "../../sheet/activity.ts";
import type { Follow, TuttiEvent } from "../contract/events.ts";

/** The events of one row of the journal. */
export interface Heard {
  readonly position: number;
  readonly job: JobId | null;
  readonly events: readonly TuttiEvent[];
}

/** Where events go. */
export interface Sink {
  /** False: it has taken these, but is full and wants no more until it has drained. */
  write(events: readonly TuttiEvent[]): boolean;
  /** Calls back once, when there is room. */
  onDrain(call: () => void): void;
  /** It was too slow: what it gets of these positions comes from the journal. */
  missed(gap: { readonly from: number; readonly to: number }): void;
  lost(error: Error): void;
  /** The activity of running agents, for followers that asked for it. False: it is full, and has not taken it. */
  active?(activities: readonly Activity[]): boolean;
}

/**
 * One who follows the journal.
 *
 *   reading ──has read everything──▶ live ──sink is full──▶ full ──drained──▶ live
 *      ▲                                                      │
 *      └──────────── drained, but too much had waited ────────┘
 *
 * While it reads, nothing is kept for it: the journal has all of it.
 */
export interface Follower {
  /** The rows that were just written. */
  offer(news: readonly Heard[]): void;
  /** Once it is offered what is written: brings it up to date from a position on. */
  begin(after: number): void;
  /** How many rows wait in memory. */
  kept(): number;
  stop(): void;
  lose(error: Error): void;
}

export interface FollowerParts {
  readonly what: Follow;
  readonly sink: Sink;
  /** Of the last row that was written. */
  readonly head: () => number;
  readonly readPage: (after: number) => Promise<Page>;
  readonly onEnd: () => void;
}

/** `isLast`: the journal had no more when it was read. */
export interface Page {
  readonly news: readonly Heard[];
  readonly isLast: boolean;
}

export function makeFollower(parts: FollowerParts): Follower {
  const { what, sink } = parts;
  const backlog = makeBacklog();
  let mode: "reading" | "live" | "full" | "over" = "reading";

  const stop = (): void => {
    mode = "over";
    backlog.take();
    parts.onEnd();
  };
  const lose = (error: unknown): void => {
    if (mode === "over") return;
    stop();
    try {
      sink.lost(error as Error);
    } catch {
      // A fault of one sink is none of the others', nor of the journal's.
    }
  };
  const goLive = (news: readonly Heard[]): void => {
    mode = "live";
    if (write(parts, news)) return;
    mode = "full";
    sink.onDrain(() => attempt(goOn));
  };
  const goOn = (): void => {
    if (mode !== "full") return;
    const waited = backlog.take();
    if ("kept" in waited) {
      goLive(waited.kept);
      return;
    }
    sink.missed(waited.missed);
    begin(waited.missed.from - 1);
  };
  const begin = (after: number): void => {
    mode = "reading";
    const onUpToDate = (): void => {
      mode = "live";
    };
    readOn(parts, after, { isOver: () => mode === "over", onUpToDate }).catch(lose);
  };
  const attempt = (deed: () => void): void => {
    try {
      deed();
    } catch (error) {
      lose(error);
    }
  };
  const offer = (news: readonly Heard[]): void => {
    if (mode === "live") attempt(() => goLive(news));
    else if (mode === "full") backlog.add(wantedOf(what, news));
  };
  return { offer, begin, kept: () => backlog.size(), stop, lose };
}

interface Reading {
  readonly isOver: () => boolean;
  readonly onUpToDate: () => void;
}

/** Writes what the journal has, in pages. */
async function readOn(parts: FollowerParts, after: number, { isOver, onUpToDate }: Reading): Promise<void> {
  // Rows that are written after the request for `seen` may be in the page or not; earlier rows are. A position beyond
  // the end of the journal belongs to a journal that was lost: new rows can still be sent.
  for (let done = after, seen = parts.head(); done < seen; seen = parts.head()) {
    const { news, isLast } = await parts.readPage(done);
    if (isOver()) return;
    done = Math.max(news.at(-1)?.position ?? done, isLast ? seen : done);
    if (!write(parts, news)) await new Promise<void>((resolve) => parts.sink.onDrain(resolve));
    if (isOver()) return;
  }
  // At once, with nothing awaited since the head was looked at: what is written next is offered, and what was written
  // is read.
  onUpToDate();
}

/** Whether there is room for more. */
function write({ what, sink }: FollowerParts, news: readonly Heard[]): boolean {
  const events = wantedOf(what, news).flatMap((item) => item.events);
  return events.length === 0 || sink.write(events);
}

/** The rows that wait for a sink that is full. */
interface Backlog {
  add(news: readonly Heard[]): void;
  /** Everything that waited, or the positions of it when it was too much to be kept. */
  take(): { readonly kept: readonly Heard[] } | { readonly missed: Gap };
  size(): number;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * How many rows wait for one sink. A client that is busy for a moment gets by with so many, without a read from the
 * disk; and as a row is some hundred bytes, and shared by all whom it waits for, hundreds of clients that stand still
 * cost less than one agent.
 */
export const mostWaiting = 1000;

/** Once there was too much, nothing is kept any more: the journal has it all, and reads better in one go. */
function makeBacklog(): Backlog {
  let kept: Heard[] = [];
  let missed: Gap | undefined;
  return {
    add: (news) => {
      const last = news.at(-1);
      if (last === undefined) return;
      if (missed === undefined && kept.length + news.length <= mostWaiting) {
        kept.push(...news);
        return;
      }
      const first = kept[0] ?? news[0] ?? last;
      missed = { from: missed?.from ?? first.position, to: last.position };
      kept = [];
    },
    take: () => {
      const taken = missed === undefined ? { kept } : { missed };
      kept = [];
      missed = undefined;
      return taken;
    },
    size: () => kept.length,
  };
}

/** The part of the news that a follower asked for. */
function wantedOf({ job, types }: Follow, news: readonly Heard[]): readonly Heard[] {
  const ofJob = job === undefined ? news : news.filter((item) => item.job === job);
  if (types === undefined) return ofJob;
  return ofJob
    .map((item) => ({ ...item, events: item.events.filter(({ type }) => types.includes(type)) }))
    .filter(({ events }) => events.length > 0);
}
