import type { FileMove } from "../../base/line-move.ts";
import { type Finding, inOrder } from "../finding.ts";
import { nearestPairs } from "./nearest.ts";
import { type Placing, type Sameness, keyOf, placings } from "./placing.ts";

/** What became of findings. Each list is sorted by file and line. */
export interface Comparison {
  readonly fixed: readonly Finding[];
  /** As they were, and as they are. */
  readonly remaining: readonly (readonly [before: Finding, after: Finding])[];
  readonly introduced: readonly Finding[];
}

/**
 * By what two findings are the same, the surest first: the line that both are on, the region that was changed, the top
 * of the file (what is wrong with a file as a whole is reported there, whatever was put above), and last any lines that
 * were changed, for they may have been moved.
 */
const samenesses = (["line", "region", "top", "moved"] as const).flatMap((place): readonly Sameness[] => [
  { place, says: "exact" },
  { place, says: "loose" },
]);

/**
 * Compares findings of two versions through what was done to the files: one that moved with its line is the same.
 * `moves` says what became of a file of the first version; `null`: nothing. Each finding is paired with one other at
 * the most, so equal ones count as often as they are there.
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
    // Two of both sides are what nearly all groups are.
    if (group.length > 2) yield* nearestPairs(group.sort(byPlace));
    else if (first.side !== second.side) yield [first, second];
  }
}

/** The side comes last: who is paired with whom must not depend on which version is called the first. */
function byPlace(one: Placing, other: Placing): number {
  return (
    one.at - other.at ||
    inOrder(one.finding, other.finding) ||
    Number(one.side === "after") - Number(other.side === "after")
  );
}
