import type { Sides } from "../../../git/objects/trees/merge.ts";
import { disorderIn, isDataMerge } from "../certificate/data-merge.ts";
import { type DataForm, dataFormOf, valueIn } from "../syntax/data.ts";
import { type Syntax, openSyntax } from "../syntax/parser.ts";
import { depthFor, outlineOf } from "../ways/tree/outline.ts";
import { branchOf, type SyntaxNode } from "../ways/tree/branch.ts";
import type { Proposal, WayName } from "../ways/proposal.ts";
import type { Rest } from "../ways/rest.ts";
import { madeBy } from "../ways/ways.ts";

/** Of one way, for one file. */
const most = 64;

/** A merged text must parse where both sides do. */
function isParsed(isSound: (text: string) => boolean | undefined, texts: Sides<string>, merged: string): boolean {
  return isSound(texts.ours) !== true || isSound(texts.theirs) !== true || isSound(merged) === true;
}

/** The proposals of all ways to merge for one file. */
export interface MergesOfFile {
  /** Those that parse. */
  readonly proposals: readonly Proposal[];
  /** The least that is left for a person or an agent; `null`: unknown. */
  readonly rest: Rest | null;
}

export async function mergesFor(path: string, texts: Sides<string>, ways: readonly WayName[]): Promise<MergesOfFile> {
  const syntax = await openSyntax([path]);
  const made = ways.map((way) =>
    madeBy(way, texts, {
      most,
      outline: (tokens) => outlineOf(tokens, depthFor(path)),
      readTree: (text, tokens) => {
        const parsed = syntax.parse(path, text);
        return parsed?.isSound === true ? branchOf(parsed.root, tokens) : undefined;
      },
    }),
  );
  const form = dataFormOf(path);
  const isSound = (text: string): boolean | undefined =>
    form === undefined ? syntax.parse(path, text)?.isSound : valueIn(form, text) !== undefined;
  const seen = new Set<string>();
  const proposals = made.flatMap((one) => one.proposals);
  const [rest = null] = made.map((one) => one.rest).toSorted((one, other) => one.lines - other.lines);
  const distinct = proposals.filter(({ text }) => {
    if (!isParsed(isSound, texts, text)) return false;
    const code = codeOf(syntax, path, text);
    return !seen.has(code) && seen.add(code).size > 0;
  });
  return { proposals: form === undefined ? distinct : asData(form, texts, distinct), rest };
}

/** Entries of a map mean the same in every order; sorted ones go first. */
function asData(form: DataForm, texts: Sides<string>, proposals: readonly Proposal[]): readonly Proposal[] {
  const found = proposals.map((proposal) => ({ proposal, disorder: disorderIn(form, proposal.text) }));
  const least = Math.min(...found.map(({ disorder }) => disorder));
  return found
    .map(({ proposal, disorder }) => ({
      ...proposal,
      isPreserving: proposal.isPreserving || isDataMerge(form, { ...texts, merged: proposal.text }),
      rank: proposal.rank - (disorder === least ? sortedFirst : 0),
    }))
    .sort((one, other) => one.rank - other.rank);
}

/** More than the rules for a whole file are apart. */
const sortedFirst = 50;

/** A text without comments and documentation: two that differ in nothing else do the same, so one of them is enough. */
function codeOf(syntax: Syntax, path: string, text: string): string {
  const root = syntax.parse(path, text)?.root;
  if (root === undefined) return text;
  const parts: string[] = [];
  const take = (node: SyntaxNode): void => {
    if (node.type.includes("comment") || isDocumentation(node)) return;
    if (node.children.length === 0) parts.push(text.slice(node.start, node.end));
    else for (const child of node.children) take(child);
  };
  take(root);
  return parts.join(" ");
}

/** A string that is a statement by itself. */
function isDocumentation({ type, children }: SyntaxNode): boolean {
  return type === "expression_statement" && children.length === 1 && children[0]?.type === "string";
}
