import { type Match, matchSequences } from "../match.ts";
import type { Token } from "../text.ts";
import type { Branch } from "./branch.ts";
import { type Likeness, makeLikeness } from "./likeness.ts";
import { pairBranches } from "./pair-branches.ts";

interface Aligning {
  readonly base: readonly Token[];
  readonly side: readonly Token[];
  readonly match: Match;
  readonly likeness: Likeness;
}

interface Trees {
  readonly base: { readonly tokens: readonly Token[]; readonly root: Branch };
  readonly side: { readonly tokens: readonly Token[]; readonly root: Branch };
}

/** Which tokens of a side are those of the base, by the parts of the text that they are in. */
export function alignTrees({ base, side }: Trees): Match {
  const match = new Int32Array(base.tokens.length).fill(-1);
  const likeness = makeLikeness(base.tokens, side.tokens);
  alignBranch({ base: base.tokens, side: side.tokens, match, likeness }, base.root, side.root);
  return match;
}

function alignBranch(aligning: Aligning, one: Branch, other: Branch): void {
  const { match, likeness } = aligning;
  if (likeness.isSame(one, other)) {
    for (let at = one.from; at < one.to; at += 1) match[at] = other.from + (at - one.from);
    return;
  }
  if (one.children.length === 0 || other.children.length === 0) alignLeaves(aligning, one, other);
  else alignLists(aligning, one.children, other.children);
}

/** Words of a text that the grammar does not divide: strings and comments. */
function alignLeaves({ base, side, match }: Aligning, one: Branch, other: Branch): void {
  const texts = (tokens: readonly Token[], { from, to }: Branch): readonly string[] =>
    tokens.slice(from, to).map(({ text }) => text);
  for (const [at, to] of matchSequences(texts(base, one), texts(side, other)).entries())
    if (to >= 0) match[one.from + at] = other.from + to;
}

function alignLists(aligning: Aligning, mine: readonly Branch[], yours: readonly Branch[]): void {
  const pairs = pairBranches(mine, yours, aligning.likeness);
  let [at, atYours] = [0, 0];
  for (const [one, other] of [...pairs, [mine.length, yours.length] as const]) {
    alignWrapped(aligning, mine.slice(at, one), yours.slice(atYours, other));
    const [branch, found] = [mine[one], yours[other]];
    if (branch !== undefined && found !== undefined) alignBranch(aligning, branch, found);
    [at, atYours] = [one + 1, other + 1];
  }
}

/** Half of the words must be there for statements to count as put into another one, or taken out of it. */
const enough = 0.5;

/** Statements that one side put into a new one (a condition, a `with`), or took out of one. */
function alignWrapped(aligning: Aligning, mine: readonly Branch[], yours: readonly Branch[]): void {
  if (mine.length === 0 || yours.length === 0) return;
  const { likeness } = aligning;
  const inside = innerLists(yours)
    .map((list) => ({ mine, yours: list, common: likeness.common(mine, list) }))
    .filter(({ common }) => common >= enough * sizeOf(mine));
  const outside = innerLists(mine)
    .map((list) => ({ mine: list, yours, common: likeness.common(list, yours) }))
    .filter(({ common }) => common >= enough * sizeOf(yours));
  const [best] = [...inside, ...outside].sort(
    (one, other) =>
      other.common - one.common || sizeOf(one.mine) + sizeOf(one.yours) - sizeOf(other.mine) - sizeOf(other.yours),
  );
  if (best !== undefined) alignLists(aligning, best.mine, best.yours);
}

function innerLists(branches: readonly Branch[]): readonly (readonly Branch[])[] {
  return branches.flatMap(({ children }) => (children.length === 0 ? [] : [children, ...innerLists(children)]));
}

function sizeOf(branches: readonly Branch[]): number {
  return branches.reduce((sum, { from, to }) => sum + (to - from), 0);
}
