import type { Tell } from "./event-line.ts";

/**
 * Prose comes in pieces of a few letters; it is told by the paragraph, so that a log stays readable and a long answer
 * still shows.
 */
export interface Said {
  add(text: string): void;
  /** Tells what is still held back: something else comes now. */
  flush(): void;
  /** The last stretch of prose, whole; `null` when there was none. */
  last(): string | null;
}

const longEnough = 2_000;

export function makeSaid(tell: Tell): Said {
  let held = "";
  let stretch = "";
  let isOver = false;
  const put = (text: string) => {
    if (text.trim() !== "") tell({ type: "said", text });
  };
  return {
    add(text) {
      if (isOver) stretch = "";
      isOver = false;
      stretch += text;
      held += text;
      const cut = held.lastIndexOf("\n");
      if (held.length < longEnough || cut === -1) return;
      put(held.slice(0, cut));
      held = held.slice(cut + 1);
    },
    flush() {
      put(held);
      held = "";
      isOver = true;
    },
    last: () => (stretch.trim() === "" ? null : stretch.trim()),
  };
}
