import type { Follow } from "../../events.ts";
import { makeBacklog } from "./backlog.ts";
import { type Heard, wantedOf } from "./heard.ts";
import type { Sink } from "./sink.ts";

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
  /** What was just written. */
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
  // What is written after `seen` was asked for may be in the page or not; what was written before is. A position that
  // the journal has not come to is one of a journal that was lost: what is new can still be told.
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
