import type { Sides } from "../../../git/objects/trees/merge.ts";
import { clustersOf, editsOf } from "./edits.ts";
import { matchSequences, type Match } from "./match.ts";
import type { Side } from "./pieces.ts";

/** A place that both sides changed in different ways: the lines there, as all three have them. */
export interface Region {
  /** Of our file, from 1. */
  readonly line: number;
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Regions of three texts in which a merge by lines finds a conflict. */
export function regionsOf(texts: Sides<string>): readonly Region[] {
  const lines = { base: linesIn(texts.base), ours: linesIn(texts.ours), theirs: linesIn(texts.theirs) };
  const match = {
    ours: matchSequences(lines.base, lines.ours),
    theirs: matchSequences(lines.base, lines.theirs),
  };
  const clusters = clustersOf(editsOf(match.ours, lines.ours.length), editsOf(match.theirs, lines.theirs.length));
  return clusters.flatMap((cluster) => {
    if (cluster.ours.length === 0 || cluster.theirs.length === 0) return [];
    const span = (side: Side): readonly [number, number] => spanOf(match[side], cluster, lines[side].length);
    const [first, last] = span("ours");
    const region = {
      line: first + 1,
      base: lines.base.slice(cluster.from, cluster.to),
      ours: lines.ours.slice(first, last),
      theirs: lines.theirs.slice(...span("theirs")),
    };
    return region.ours.join("\n") === region.theirs.join("\n") ? [] : [region];
  });
}

/** From the line after the last that is kept before a place of the base to the first that is kept behind it. */
function spanOf(
  match: Match,
  { from, to }: { readonly from: number; readonly to: number },
  length: number,
): readonly [number, number] {
  let before = from - 1;
  while (before >= 0 && (match[before] ?? -1) < 0) before -= 1;
  let behind = to;
  while (behind < match.length && (match[behind] ?? -1) < 0) behind += 1;
  return [before < 0 ? 0 : (match[before] ?? -1) + 1, behind >= match.length ? length : (match[behind] ?? length)];
}

function linesIn(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
