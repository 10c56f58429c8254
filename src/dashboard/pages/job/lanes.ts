import { beginOf, type Span, type Stretch, stretches } from "../../../api/contract/timeline.ts";

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
  const sums = new Float64Array(stretches.length);
  for (const spans of lanes) {
    const times = ended.get(spans) ?? partsOf(spans, now);
    for (let place = 0; place < sums.length; place += 1) sums[place] = (sums[place] ?? 0) + (times[place] ?? 0);
  }
  return new Map(stretches.map((what, place) => [what, sums[place] ?? 0]));
}

/** Lives that are over do not change: of ten thousand, a second adds to a few. */
const ended = new WeakMap<readonly Span[], Float64Array>();

function partsOf(spans: readonly Span[], now: number): Float64Array {
  const times = new Float64Array(stretches.length);
  for (let place = 0; place < spans.length; place += 1) {
    const [what, from] = spans[place] as Span;
    if (what === "good" || what === "bad") continue;
    const part = stretches.indexOf(what);
    times[part] = (times[part] ?? 0) + Math.max(0, (spans[place + 1]?.[1] ?? now) - from);
  }
  if (endOf(spans) !== null) ended.set(spans, times);
  return times;
}

/** First those that began first. */
export function inOrder<S extends { readonly spans: readonly Span[] }>(sheets: readonly S[]): readonly S[] {
  return sheets
    .map((sheet) => ({ sheet, at: beginOf(sheet.spans) ?? Infinity }))
    .sort((one, other) => one.at - other.at || 0)
    .map(({ sheet }) => sheet);
}

/** When nothing more happened to a sheet; `null`: something still does. */
export function endOf(spans: readonly Span[]): number | null {
  const last = spans.at(-1);
  return last?.[0] === "good" || last?.[0] === "bad" ? last[1] : null;
}

/** How long it was worked on; `null`: not yet. */
export function workOf(spans: readonly Span[], now: number): number | null {
  const start = beginOf(spans);
  return start === null ? null : (endOf(spans) ?? now) - start;
}
