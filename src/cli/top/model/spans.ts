import type { Standing } from "../../progress/tally.ts";

/** The stages of a sheet's work, in the order of its life. */
export type Stretch = "waiting" | "preparing" | "agent" | "validating" | "landing" | "good" | "bad";

/** From a moment on, until the next one. */
export interface Span {
  readonly stretch: Stretch;
  readonly from: number;
}

export function stretchOf({ state, phase }: Pick<Standing, "state" | "phase">): Stretch {
  switch (state) {
    case "running":
      return phase === "playing" ? "agent" : phase;
    case "captured":
    case "landing":
    case "proposed":
      return "landing";
    case "landed":
    case "done":
    case "skipped":
      return "good";
    case "failed":
    case "cancelled":
    case "blocked":
      return "bad";
    default:
      return "waiting";
  }
}

/** A sheet that was tried very often keeps its latest. */
const mostSpans = 40;

/** The same list where nothing changed. */
export function spansWith(spans: readonly Span[], stretch: Stretch, from: number): readonly Span[] {
  if (spans.at(-1)?.stretch === stretch) return spans;
  return [...spans.slice(-mostSpans + 1), { stretch, from }];
}

/** Signs instead of colours: a terminal may have none. */
const signs: Readonly<Record<Stretch, string>> = {
  waiting: "·",
  preparing: "-",
  agent: "=",
  validating: "%",
  landing: ">",
  good: " ",
  bad: " ",
};

/** A sheet's life between two moments, in so many columns. Each column shows the last that began in it. */
export function bar(
  spans: readonly Span[],
  time: { readonly from: number; readonly to: number },
  cells: number,
): string {
  const width = Math.max(1, time.to - time.from);
  const cellOf = (at: number): number => Math.floor(((at - time.from) / width) * cells);
  const row = Array.from({ length: cells }, () => " ");
  for (const [index, { stretch, from }] of spans.entries()) {
    const next = spans[index + 1];
    const isOver = stretch === "good" || stretch === "bad";
    const start = Math.min(cells - 1, Math.max(0, cellOf(from)));
    const end = next === undefined ? cells : Math.max(start + 1, cellOf(next.from));
    if (isOver) row[start] = stretch === "good" ? "+" : "x";
    else row.fill(signs[stretch], start, Math.min(cells, end));
    if (isOver) row.fill(" ", start + 1);
  }
  return row.join("");
}
