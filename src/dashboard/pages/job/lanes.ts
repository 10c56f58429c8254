import { type Span, type Stretch, stretches } from "../../../api/contract/timeline.ts";

export const stretchWords: Readonly<Record<Stretch, string>> = {
  waiting: "waiting",
  preparing: "preparing",
  agent: "agent",
  validating: "validating",
  person: "waits for you",
  queue: "queue",
  landing: "landing",
};

/** How long each part took, of one sheet or of all of them. `now`: until when the last part lasts. */
export function timeBy(lanes: Iterable<readonly Span[]>, now: number): ReadonlyMap<Stretch, number> {
  const sums = new Map<Stretch, number>(stretches.map((what) => [what, 0]));
  for (const spans of lanes)
    for (const [place, [what, from]] of spans.entries()) {
      if (what === "good" || what === "bad") continue;
      sums.set(what, (sums.get(what) ?? 0) + Math.max(0, (spans[place + 1]?.[1] ?? now) - from));
    }
  return sums;
}

/** When nothing more happened to a sheet; `null`: something still does. */
export function endOf(spans: readonly Span[]): number | null {
  const last = spans.at(-1);
  return last?.[0] === "good" || last?.[0] === "bad" ? last[1] : null;
}

/** When it was first worked on. */
export function startOf(spans: readonly Span[]): number | null {
  return spans.find(([what]) => what !== "waiting" && what !== "good" && what !== "bad")?.[1] ?? null;
}

/** How long it was worked on; `null`: not yet. */
export function workOf(spans: readonly Span[], now: number): number | null {
  const start = startOf(spans);
  return start === null ? null : (endOf(spans) ?? now) - start;
}
