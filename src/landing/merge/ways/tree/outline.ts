import { type Token, indentOf, linesOf } from "../text.ts";
import type { Branch } from "./branch.ts";

interface Open {
  readonly indent: number;
  readonly from: number;
  readonly head: { readonly to: number; readonly name: string | undefined };
  readonly children: Branch[];
}

/** How far in a line is, by its tokens. */
type DepthOf = (line: readonly Token[]) => number;

const byIndent: DepthOf = ([first]) => (first === undefined ? 0 : indentOf(first).length);

/** Lines below a heading are in it: `[table]` of TOML, and `#` of Markdown by their number. */
const byHeading: Readonly<Record<string, DepthOf>> = {
  toml: (line) => (line[0]?.text === "[" && byIndent(line) === 0 ? 0 : 1 + byIndent(line)),
  md: (line) => {
    const marks = line.findIndex(({ text }) => text !== "#");
    const isHeading = marks > 0 && marks <= 6 && byIndent(line) === 0;
    return isHeading ? marks : 7 + byIndent(line);
  },
};

/** For a file of this name. */
export function depthFor(path: string): DepthOf {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const known = end === "markdown" ? "md" : end;
  return (Object.hasOwn(byHeading, known) ? byHeading[known] : undefined) ?? byIndent;
}

/** A text without a grammar as a tree: a line has those in it that are further in. */
export function outlineOf(tokens: readonly Token[], depthOf: DepthOf): Branch {
  const root: Open = { indent: -1, from: 0, head: { to: 0, name: undefined }, children: [] };
  const open: Open[] = [root];
  const close = (to: number): void => {
    const done = open.pop();
    if (done === undefined) return;
    const head: Branch = { type: "head", name: undefined, from: done.from, to: done.head.to, children: [] };
    const children = done.children.length === 0 ? [] : [head, ...done.children];
    open.at(-1)?.children.push({ type: "line", name: done.head.name, from: done.from, to, children });
  };
  for (const { from, to } of linesOf(tokens)) {
    const indent = depthOf(tokens.slice(from, to));
    while ((open.at(-1)?.indent ?? -1) >= indent) close(from);
    open.push({ indent, from, head: { to, name: nameOf(tokens.slice(from, to)) }, children: [] });
  }
  while (open.length > 1) close(tokens.length);
  return { type: "text", name: undefined, from: 0, to: tokens.length, children: root.children };
}

const mostWords = 6;

/** The word before a colon or an equals sign. */
function nameOf(line: readonly Token[]): string | undefined {
  const end = line.slice(0, mostWords).findIndex(({ text }) => text === ":" || text === "=");
  return end <= 0
    ? undefined
    : line
        .slice(0, end)
        .map(({ text }) => text)
        .join("");
}
