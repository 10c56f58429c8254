import type { Tell } from "./event-line.ts";

/** Joins small pieces of prose into paragraphs, so that logs stay readable. */
export interface Said {
  add(text: string): void;
  flush(): void;
  /** The last stretch of prose. */
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
