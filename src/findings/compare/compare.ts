import type { FileMove } from "../../base/line-move.ts";
import { type Finding, inOrder } from "../finding.ts";
import { nearestPairs } from "./nearest.ts";
import { type Placing, type Sameness, keyOf, placings } from "./placing.ts";

/** Each list is sorted by file and line. */
export interface Comparison {
  readonly fixed: readonly Finding[];
  readonly remaining: readonly (readonly [before: Finding, after: Finding])[];
  readonly introduced: readonly Finding[];
}

/**
 * When two findings are the same, surest first: on the same line, in the same changed region, at the top of the file
 * (where tools report problems of a whole file), in any changed lines, which may have moved.
 */
const samenesses = (["line", "region", "top", "moved"] as const).flatMap((place): readonly Sameness[] => [
  { place, says: "exact" },
  { place, says: "loose" },
]);

/**
 * Compares findings of two versions through the changes between them: one that moved with its line is the same.
 * `moves`: the change of a file, `null` for none. Each finding has at most one partner, so repeated ones count.
 */
export function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  moves: (file: string) => FileMove | null,
): Comparison {
  const { olds, news } = placings(before.toSorted(inOrder), after.toSorted(inOrder), moves);
  let alone: readonly Placing[] = [...olds, ...news];
  for (const sameness of samenesses) {
    for (const [old, fresh] of pairsBy(sameness, alone)) [old.partner, fresh.partner] = [fresh, old];
    alone = alone.filter(({ partner }) => partner === null);
  }
  return {
    fixed: olds.filter(({ partner }) => partner === null).map(({ finding }) => finding),
    remaining: olds.flatMap(({ finding, partner }) => (partner === null ? [] : [[finding, partner.finding] as const])),
    introduced: news.filter(({ partner }) => partner === null).map(({ finding }) => finding),
  };
}

function* pairsBy(sameness: Sameness, alone: readonly Placing[]): Generator<readonly [Placing, Placing]> {
  const groups = new Map<string, Placing[]>();
  for (const placing of alone) {
    const key = keyOf(placing, sameness);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [placing]);
    else group.push(placing);
  }
  for (const group of groups.values()) {
    const [first, second] = group;
    if (first === undefined || second === undefined) continue;
    // Nearly all groups are a pair.
    if (group.length > 2) yield* nearestPairs(group.sort(byPlace));
    else if (first.side !== second.side) yield [first, second];
  }
}

/** The side last: pairs must not depend on which version is first. */
function byPlace(one: Placing, other: Placing): number {
  return (
    one.at - other.at ||
    inOrder(one.finding, other.finding) ||
    Number(one.side === "after") - Number(other.side === "after")
  );
}
