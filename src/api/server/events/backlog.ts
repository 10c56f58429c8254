import type { Heard } from "./heard.ts";

/** What waits for a sink that is full. */
export interface Backlog {
  add(news: readonly Heard[]): void;
  /** Everything that waited, or the positions of it when it was too much to be kept. */
  take(): { readonly kept: readonly Heard[] } | { readonly missed: Gap };
  size(): number;
}

export interface Gap {
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
export function makeBacklog(): Backlog {
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
