import type { Sides } from "../../../git/objects/trees/merge.ts";
import type { Match } from "./match.ts";
import { type Cluster, clustersOf, type Edit, editsOf } from "./edits.ts";
import { type Choice, optionsFor, runOf } from "./options.ts";
import type { Piece, Side } from "./pieces.ts";
import { rendered } from "./render.ts";
import { startsLine, type Token, type Tokens } from "./text.ts";

/** A three-way merge in which only the order of additions is open. */
export interface OpenMerge {
  readonly choices: readonly Choice[];
  /** Both sides' edits lie apart: nothing is open, and no side touches what the other changed. */
  readonly isDisjoint: boolean;
  /** Words that a side wrote into a sentence or an expression that the other removed: there is no place for them. */
  readonly hasStranded: boolean;
  /** By the option of each choice; the first where none is given. */
  text(chosen: readonly number[]): string;
  /** Everything merged that is not open, and open places as one side has them. */
  sideText(side: Side): string;
}

/** A choice, and what each side has in its place. */
interface OpenPlace extends Choice {
  readonly own: Readonly<Record<Side, readonly Piece[]>>;
}

export function mergeTokens(sides: Sides<Tokens>, match: { readonly ours: Match; readonly theirs: Match }): OpenMerge {
  const clusters = clustersOf(
    editsOf(match.ours, sides.ours.list.length),
    editsOf(match.theirs, sides.theirs.list.length),
  );
  const parts: (readonly Piece[] | OpenPlace)[] = [];
  let at = 0;
  const keep = (to: number): void => {
    const kept: Piece[] = [];
    for (; at < to; at += 1) kept.push({ base: at, ours: match.ours[at] ?? -1, theirs: match.theirs[at] ?? -1 });
    if (kept.length > 0) parts.push(kept);
  };
  let meeting = 0;
  let stranded = 0;
  for (const cluster of clusters) {
    keep(cluster.from);
    stranded += strandedIn(cluster, sides);
    const { options } = choiceOf(cluster, sides);
    if (isShared(cluster)) meeting += 1;
    const own = { ours: ownRun("ours", cluster, match.ours), theirs: ownRun("theirs", cluster, match.theirs) };
    parts.push(
      options.length === 1 ? (options[0]?.pieces ?? []) : { options, isInsertion: cluster.from === cluster.to, own },
    );
    at = cluster.to;
  }
  keep(sides.base.list.length);
  const choices = parts.filter((part): part is OpenPlace => "options" in part);
  return {
    choices,
    isDisjoint: meeting === 0,
    hasStranded: stranded > 0,
    text: (chosen) => {
      let place = 0;
      const pieces = parts.flatMap((part) => {
        if (!("options" in part)) return part;
        const option = part.options[chosen[place++] ?? 0] ?? part.options[0];
        return option?.pieces ?? [];
      });
      return rendered(pieces, sides);
    },
    sideText: (side) =>
      rendered(
        parts.flatMap((part) => ("options" in part ? part.own[side] : part)),
        sides,
      ),
  };
}

/** All that a side has in a place where both changed something, with what it kept of the base there. */
function ownRun(side: Side, { from, to, ...edits }: Cluster, match: Match): readonly Piece[] {
  const [first, last]: readonly (Edit | undefined)[] = [edits[side][0], edits[side].at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = first.from === from ? first.first : (match[from] ?? first.first);
  const end = last.to === to ? last.last : (match[to - 1] ?? last.last - 1) + 1;
  return runOf(side, [{ first: start, last: end }]);
}

/** How many edits within a line lie in the midst of what the other side removed. */
function strandedIn({ ours, theirs }: Cluster, sides: Sides<Tokens>): number {
  const count = (side: Side, edits: readonly Edit[], others: readonly Edit[]): number =>
    edits.filter(
      (edit) =>
        edit.last > edit.first &&
        !isWholeLines(sides[side].list, edit) &&
        others.some(({ from, to }) => from < edit.from && edit.to < to),
    ).length;
  return count("ours", ours, theirs) + count("theirs", theirs, ours);
}

function isWholeLines(tokens: readonly Token[], { first, last }: Edit): boolean {
  const [start, behind] = [tokens[first], tokens[last]];
  return start !== undefined && startsLine(start) && (behind === undefined || startsLine(behind));
}

function isShared({ ours, theirs }: Cluster): boolean {
  return ours.length > 0 && theirs.length > 0;
}

function choiceOf(cluster: Cluster, sides: Sides<Tokens>): Pick<Choice, "options"> {
  const runs = { ours: runOf("ours", cluster.ours), theirs: runOf("theirs", cluster.theirs) };
  return { options: optionsFor(runs, sides) };
}
