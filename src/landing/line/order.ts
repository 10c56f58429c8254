import type { Reach } from "./reach.ts";

/** Results that meet no other can't conflict, and go first; then those that do. Else as they are in the line. */
export function landingOrder<T extends { readonly reach: Reach }>(
  line: readonly T[],
): { readonly alone: readonly T[]; readonly meeting: readonly T[] } {
  const meetsOne = meetingOneOf(line.map(({ reach }) => reach));
  const alone = new Set(line.filter(({ reach }) => !meetsOne(reach)));
  return { alone: [...alone], meeting: line.filter((item) => !alone.has(item)) };
}

const sides = ["paths", "around", "grown", "moved"] as const;
/** Parts of the two that must be disjoint for `meets`, both ways. */
const crossings = [
  ["paths", "paths"],
  ["paths", "around"],
  ["around", "paths"],
  ["moved", "grown"],
  ["grown", "moved"],
] as const;

/** As `meets`, for one among many in one pass. */
function meetingOneOf(all: readonly Reach[]): (one: Reach) => boolean {
  const something = all.filter(({ paths, isWide }) => paths.size > 0 || isWide);
  const wide = something.filter(({ isWide }) => isWide).length;
  const counts = Object.fromEntries(sides.map((side) => [side, countsOf(something, side)])) as Record<
    (typeof sides)[number],
    ReadonlyMap<string, number>
  >;
  const isShared = (one: Reach, [own, others]: (typeof crossings)[number]): boolean => {
    for (const path of one[own]) if ((counts[others].get(path) ?? 0) > (one[others].has(path) ? 1 : 0)) return true;
    return false;
  };
  return (one) => {
    if (one.paths.size === 0 && !one.isWide) return false;
    if (one.isWide || wide > 0) return something.length > 1;
    return crossings.some((crossing) => isShared(one, crossing));
  };
}

function countsOf(all: readonly Reach[], side: (typeof sides)[number]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reach of all) for (const path of reach[side]) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** By known collisions: the fewer, the earlier; the target counts as one. */
export function calmestFirst(
  many: number,
  collisions: readonly { readonly left: number; readonly right: number | null }[],
): readonly number[] {
  const counts = new Map<number, number>();
  for (const place of collisions.flatMap(({ left, right }) => [left, ...(right === null ? [] : [right])]))
    counts.set(place, (counts.get(place) ?? 0) + 1);
  return Array.from({ length: many }, (_, place) => place).toSorted(
    (one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0),
  );
}
