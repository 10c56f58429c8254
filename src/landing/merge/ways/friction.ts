import type { Sides } from "../../../git/objects/trees/merge.ts";
import { alignLines, alignTokens } from "./align.ts";
import { clustersOf, type Edit, editsOf } from "./edits.ts";
import { lineStarts, type Token, tokensOf } from "./text.ts";

/**
 * How much two changes of one text are in each other's way: words of the base that one replaces while the other writes
 * there too. Two additions in one place are a small matter: only their order is open.
 */
export function frictionOf(texts: Sides<string>): number {
  if (texts.ours === texts.theirs) return 0;
  const [base, ours, theirs] = [tokensOf(texts.base).list, tokensOf(texts.ours).list, tokensOf(texts.theirs).list];
  const clusters = clustersOf(
    editsOf(alignTokens(base, ours), ours.length),
    editsOf(alignTokens(base, theirs), theirs.length),
  );
  const said = (list: readonly Token[], edits: readonly Edit[]): string =>
    edits.flatMap(({ first, last }) => list.slice(first, last).map(({ text }) => text)).join(" ");
  return clusters
    .filter((cluster) => cluster.ours.length > 0 && cluster.theirs.length > 0)
    .filter((cluster) => said(ours, cluster.ours) !== said(theirs, cluster.theirs))
    .reduce((sum, { from, to }) => sum + addition + (to - from), 0);
}

const addition = 0.1;

/** Numbers of the lines of a text that a change alters or removes. */
export function alteredLines(base: string, changed: string): readonly number[] {
  const [before, after] = [tokensOf(base).list, tokensOf(changed).list];
  const match = alignLines(before, after);
  return [...lineStarts(before).entries()].flatMap(([line, at]) => ((match[at] ?? -1) < 0 ? [line] : []));
}
