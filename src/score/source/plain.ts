import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Node } from "yaml";
import { WholeFloat } from "./whole-float.ts";

/** What nodes stand for: plain data, or maps as `Map` with the numbers they were written with, also those in `1.0`. */
export type Maps = "objects" | "maps";

/**
 * The value of a node. The library's own way looks through all anchors again for each alias. What aliases stand for is
 * the same value each time; that it is not too large, and that nothing contains itself, has been made sure of before.
 */
export function plainValue(root: Node | null, aliases: ReadonlyMap<Node, Node>, maps: Maps): unknown {
  const known = new Map<Node, unknown>();
  const valueOf = (node: unknown): unknown => {
    const meant = isAlias(node) ? aliases.get(node) : node;
    if ((!isSeq(meant) && !isMap(meant)) || meant.anchor === undefined) return made(meant);
    if (!known.has(meant)) known.set(meant, made(meant));
    return known.get(meant);
  };
  const made = (node: unknown): unknown => {
    if (isScalar(node)) return maps === "objects" && node.value instanceof WholeFloat ? node.value.value : node.value;
    if (isSeq(node)) return node.items.map(valueOf);
    if (!isMap(node)) return null;
    const entries = node.items.map(({ key, value }): [unknown, unknown] => [
      isScalar(key) ? key.value : null,
      valueOf(value),
    ]);
    return maps === "maps" ? new Map(entries) : Object.fromEntries(entries.map(([key, value]) => [String(key), value]));
  };
  return valueOf(root);
}
