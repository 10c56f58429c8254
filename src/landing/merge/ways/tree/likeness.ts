import type { Token } from "../text.ts";
import type { Branch } from "./branch.ts";

/** How alike parts of the base and of a side are. */
export interface Likeness {
  isSame(one: Branch, other: Branch): boolean;
  /** Words that both have, counted as often as both have them. */
  common(mine: readonly Branch[], yours: readonly Branch[]): number;
}

type Counts = ReadonlyMap<string, number>;

export function makeLikeness(base: readonly Token[], side: readonly Token[]): Likeness {
  const [mine, yours] = [makeCounts(base), makeCounts(side)];
  return {
    isSame: (one, other) => {
      if (one.type !== other.type || one.to - one.from !== other.to - other.from) return false;
      for (let at = one.from; at < one.to; at += 1)
        if (base[at]?.text !== side[other.from + (at - one.from)]?.text) return false;
      return true;
    },
    common: (these, those) => {
      const counts = sumOf(those.map(yours));
      let common = 0;
      for (const [word, count] of sumOf(these.map(mine))) common += Math.min(count, counts.get(word) ?? 0);
      return common;
    },
  };
}

function makeCounts(tokens: readonly Token[]): (branch: Branch) => Counts {
  const known = new WeakMap<Branch, Counts>();
  return (branch) => {
    const found = known.get(branch) ?? countsOf(tokens, branch);
    known.set(branch, found);
    return found;
  };
}

function countsOf(tokens: readonly Token[], { from, to }: Branch): Counts {
  const counts = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const word = tokens[at]?.text ?? "";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function sumOf(all: readonly Counts[]): Counts {
  const [first] = all;
  if (all.length === 1 && first !== undefined) return first;
  const sum = new Map<string, number>();
  for (const counts of all) for (const [word, count] of counts) sum.set(word, (sum.get(word) ?? 0) + count);
  return sum;
}
