import type { Branch } from "./branch.ts";
import type { Likeness } from "./likeness.ts";

type Pair = readonly [number, number];

/** Beyond this only equal parts at the ends are paired. */
const mostCells = 250_000;

/** Parts of two lists that are one another, in order: those that say the same, have one name, or are alike. */
export function pairBranches(mine: readonly Branch[], yours: readonly Branch[], likeness: Likeness): readonly Pair[] {
  const same = (at: number, there: number): boolean => {
    const [one, other] = [mine[at], yours[there]];
    return one !== undefined && other !== undefined && likeness.isSame(one, other);
  };
  let start = 0;
  while (start < mine.length && start < yours.length && same(start, start)) start += 1;
  let [end, endYours] = [mine.length, yours.length];
  while (end > start && endYours > start && same(end - 1, endYours - 1)) [end, endYours] = [end - 1, endYours - 1];
  const head = Array.from({ length: start }, (_, at): Pair => [at, at]);
  const tail = Array.from({ length: mine.length - end }, (_, at): Pair => [end + at, endYours + at]);
  const middle = best(mine.slice(start, end), yours.slice(start, endYours), likeness);
  return [...head, ...middle.map(([one, other]): Pair => [start + one, start + other]), ...tail];
}

/** The pairing with the most in common; a table of both lists. */
function best(mine: readonly Branch[], yours: readonly Branch[], likeness: Likeness): readonly Pair[] {
  if (mine.length === 0 || yours.length === 0 || mine.length * yours.length > mostCells) return [];
  const width = yours.length + 1;
  const scores = new Float64Array((mine.length + 1) * width);
  const gains = new Float64Array(mine.length * yours.length);
  const at = (row: number, column: number): number => scores[row * width + column] ?? 0;
  const gain = (row: number, column: number): number => gains[row * yours.length + column] ?? 0;
  for (let row = mine.length - 1; row >= 0; row -= 1)
    for (let column = yours.length - 1; column >= 0; column -= 1) {
      const own = gainOf(mine[row], yours[column], likeness);
      gains[row * yours.length + column] = own;
      const paired = own > 0 ? own + at(row + 1, column + 1) : 0;
      scores[row * width + column] = Math.max(at(row + 1, column), at(row, column + 1), paired);
    }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < mine.length && column < yours.length) {
    const own = gain(row, column);
    if (own > 0 && at(row, column) === own + at(row + 1, column + 1)) pairs.push([row++, column++]);
    else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Parts with less in common are different ones. */
const leastShare = 0.4;

function gainOf(one: Branch | undefined, other: Branch | undefined, likeness: Likeness): number {
  if (one === undefined || other === undefined || one.type !== other.type) return 0;
  const [size, sizeYours] = [one.to - one.from, other.to - other.from];
  if (likeness.isSame(one, other)) return 2 * size;
  const hasName = one.name !== undefined && other.name !== undefined;
  if (hasName && one.name !== other.name && one.children.length <= 3) return 0;
  const common = likeness.common([one], [other]);
  const share = (2 * common) / (size + sizeYours);
  const isNamed = hasName && one.name === other.name;
  const isInside = common >= 0.8 * Math.min(size, sizeYours) && Math.min(size, sizeYours) > 3;
  if (!isNamed && !isInside && share < leastShare) return 0;
  return common * (isNamed ? 1.5 : 1) * Math.max(share, 0.1);
}
