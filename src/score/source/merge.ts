import { isMap, isScalar, isSeq } from "yaml";
import type { Node, Pair, YAMLMap } from "yaml";

/** A plain `<<`; in quotes it is a key like any other. */
export function isMerge({ key }: { readonly key: unknown }): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN" && key.tag === undefined;
}

export type Merging =
  | { readonly kind: "pairs"; readonly pairs: Pair[] }
  | { readonly kind: "wrong"; readonly at: Node | null };

/**
 * The pairs of a map with those of the maps that it merges, as PyYAML's `safe_load` has them: merged keys stand first,
 * a key of the map's own wins, of several maps in a list the first wins, of several `<<` the last. `meant` follows
 * aliases; the maps it leads to have been merged already.
 */
export function merged(map: YAMLMap, meant: (node: unknown) => unknown): Merging {
  const sources: YAMLMap[] = [];
  for (const pair of map.items.filter(isMerge)) {
    const value = meant(pair.value);
    const maps = isSeq(value) ? value.items.map(meant) : [value];
    if (!maps.every(isMap)) return { kind: "wrong", at: pair.key as Node | null };
    sources.push(...maps.reverse());
  }
  const pairs = new Map<string, Pair>();
  for (const source of [...sources, map]) {
    for (const pair of source.items) if (!isMerge(pair)) pairs.set(keyText(pair), pair);
  }
  return { kind: "pairs", pairs: [...pairs.values()] };
}

/** Keys that Python tells apart: the number 1 is not the text "1". */
function keyText({ key }: Pair): string {
  const value = isScalar(key) ? key.value : null;
  return `${typeof value} ${String(value)}`;
}
