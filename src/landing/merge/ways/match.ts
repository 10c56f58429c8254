/** Pairs of equal items in two sequences, in order: an index into the second for each of the first; -1: none. */
export type Match = Int32Array;

/** Beyond this a table of both sequences is too large, and only what is unique in both is paired. */
const mostCells = 4_000_000;

/** Pairs what is unique in both first (patience), so that common signs and blank lines do not decide. */
export function matchSequences(one: readonly string[], other: readonly string[]): Match {
  const match = new Int32Array(one.length).fill(-1);
  pair({ one, other, match }, { from: 0, to: one.length }, { from: 0, to: other.length });
  return match;
}

interface Pairing {
  readonly one: readonly string[];
  readonly other: readonly string[];
  readonly match: Match;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function pair(pairing: Pairing, mine: Span, yours: Span): void {
  const { one, other, match } = pairing;
  let [low, lowYours, high, highYours] = [mine.from, yours.from, mine.to, yours.to];
  while (low < high && lowYours < highYours && one[low] === other[lowYours]) match[low++] = lowYours++;
  while (low < high && lowYours < highYours && one[high - 1] === other[highYours - 1]) match[--high] = --highYours;
  if (low === high || lowYours === highYours) return;
  const anchors = uniqueInBoth(pairing, { from: low, to: high }, { from: lowYours, to: highYours });
  if (anchors.length === 0) {
    longestCommon(pairing, { from: low, to: high }, { from: lowYours, to: highYours });
    return;
  }
  let [at, atYours] = [low, lowYours];
  for (const [next, nextYours] of [...anchors, [high, highYours] as const]) {
    pair(pairing, { from: at, to: next }, { from: atYours, to: nextYours });
    if (next < high) match[next] = nextYours;
    [at, atYours] = [next + 1, nextYours + 1];
  }
}

function uniqueInBoth({ one, other }: Pairing, mine: Span, yours: Span): readonly (readonly [number, number])[] {
  const places = new Map<string, { mine: number; yours: number; count: number; countYours: number }>();
  for (let at = mine.from; at < mine.to; at += 1) {
    const key = one[at] ?? "";
    const known = places.get(key);
    if (known === undefined) places.set(key, { mine: at, yours: -1, count: 1, countYours: 0 });
    else known.count += 1;
  }
  for (let at = yours.from; at < yours.to; at += 1) {
    const known = places.get(other[at] ?? "");
    if (known === undefined) continue;
    known.yours = at;
    known.countYours += 1;
  }
  const pairs = [...places.values()]
    .filter(({ count, countYours }) => count === 1 && countYours === 1)
    .map(({ mine: at, yours: there }) => [at, there] as const);
  return longestRising(pairs);
}

/** The longest part of the pairs whose second numbers rise. */
function longestRising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, value]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = at;
  }
  const rising: (readonly [number, number])[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const found = pairs[at];
    if (found !== undefined) rising.push(found);
  }
  return rising.reverse();
}

function longestCommon({ one, other, match }: Pairing, mine: Span, yours: Span): void {
  const [rows, columns] = [mine.to - mine.from, yours.to - yours.from];
  if (rows * columns > mostCells) return;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        one[mine.from + row] === other[yours.from + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (one[mine.from + row] === other[yours.from + column]) match[mine.from + row++] = yours.from + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}
