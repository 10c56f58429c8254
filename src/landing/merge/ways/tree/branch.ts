import type { Token } from "../text.ts";

/** A part of a text with the parts in it, by tokens. */
export interface Branch {
  /** Of a grammar's node, or of a line. */
  readonly type: string;
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Branch[];
}

/** A part of a text by places of characters, as parsers tell it. */
export interface SyntaxNode {
  readonly type: string;
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** The tree of a parser over tokens. Parts without tokens are left out. */
export function branchOf(node: SyntaxNode, tokens: readonly Token[]): Branch {
  const [from, to] = [firstFrom(tokens, node.start), firstFrom(tokens, node.end)];
  const children = node.children.map((child) => branchOf(child, tokens)).filter((child) => child.to > child.from);
  return { type: node.type, name: node.name, from, to, children };
}

/** The first token at this place or behind it. */
function firstFrom(tokens: readonly Token[], place: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
