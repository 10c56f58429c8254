import type { Point } from "./view-port.ts";

interface Waiting {
  readonly id: string;
  readonly after: readonly string[];
}

/** The space that a sheet takes on the canvas. */
export const cell = { width: 170, height: 26 };
/** A layer of thousands becomes a block, not a line that no screen shows. */
const mostRows = 60;

/**
 * Where each of thousands of sheets is drawn: a layer for each length of chain, and in a layer those first whose
 * predecessors are first. One pass: layouts that avoid crossings take minutes here.
 */
export function layerPlaces(sheets: readonly Waiting[]): ReadonlyMap<string, Point> {
  const ranks = ranksOf(sheets);
  const layers = Map.groupBy(sheets, ({ id }) => ranks.get(id) ?? 0);
  const places = new Map<string, Point>();
  let left = 0;
  for (const rank of [...layers.keys()].sort((one, other) => one - other)) {
    const layer = layers.get(rank) ?? [];
    const wish = new Map(layer.map(({ id, after }) => [id, meanOf(after.map((other) => places.get(other)?.y ?? 0))]));
    const ordered = layer.toSorted((one, other) => (wish.get(one.id) ?? 0) - (wish.get(other.id) ?? 0));
    const columns = Math.ceil(ordered.length / mostRows);
    const rows = Math.ceil(ordered.length / columns);
    for (const [place, { id }] of ordered.entries())
      places.set(id, {
        x: left + Math.floor(place / rows) * cell.width,
        y: ((place % rows) - rows / 2) * cell.height,
      });
    left += columns * cell.width + 60;
  }
  return places;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** How many sheets are before each, along the longest chain; without recursion, since a chain may be ten thousand long. */
function ranksOf(sheets: readonly Waiting[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const left = new Map<string, number>();
  const next = new Map<string, string[]>();
  const known = new Set(sheets.map(({ id }) => id));
  for (const { id, after } of sheets) {
    const before = [...new Set(after)].filter((other) => known.has(other));
    left.set(id, before.length);
    for (const other of before) {
      const followers = next.get(other);
      if (followers === undefined) next.set(other, [id]);
      else followers.push(id);
    }
  }
  const order = sheets.filter(({ id }) => left.get(id) === 0).map(({ id }) => id);
  for (const id of order)
    for (const follower of next.get(id) ?? []) {
      ranks.set(follower, Math.max(ranks.get(follower) ?? 0, (ranks.get(id) ?? 0) + 1));
      const rest = (left.get(follower) ?? 0) - 1;
      left.set(follower, rest);
      if (rest === 0) order.push(follower);
    }
  return ranks;
}
