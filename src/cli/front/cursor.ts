import type { TuttiEvent } from "../../api/contract/events.ts";

/**
 * How far somebody has heard: with it, nothing is heard twice and nothing is left out, however often the connection is
 * lost.
 */
export interface Cursor {
  /** Whether it is new; from then on it counts as heard. */
  take(event: Pick<TuttiEvent, "position" | "index">): boolean;
  /** The position to follow from. */
  after(): number;
}

/** `after`: a position of which everything was heard. */
export function makeCursor(after: number): Cursor {
  let last = { position: after, index: Infinity };
  return {
    take: ({ position, index }) => {
      if (position < last.position || (position === last.position && index <= last.index)) return false;
      last = { position, index };
      return true;
    },
    // Of the last position perhaps not everything came: all of it is asked for once more.
    after: () => (last.index === Infinity ? last.position : last.position - 1),
  };
}
