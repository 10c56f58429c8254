import { isMap, isScalar, isSeq } from "yaml";
import type { Node, YAMLMap } from "yaml";
import type { KeyPath } from "./place.ts";

export interface Found {
  readonly key: Node | null;
  readonly node: Node | null;
  /** Whether the path leads all the way; else the rest of it is missing, and this is where it would be. */
  readonly isWhole: boolean;
}

/**
 * Finds nodes by their path. Each map is walked once, whatever is asked of it: a hostile file may ask for all its keys.
 */
export function nodeFinder(root: Node | null, aliases: ReadonlyMap<Node, Node>): (path: KeyPath) => Found {
  const indexes = new Map<YAMLMap, ReadonlyMap<string, Step>>();
  const meant = (node: Node | null): Node | null => (node === null ? null : (aliases.get(node) ?? node));
  const stepInto = (node: Node | null, step: string | number): Step | undefined => {
    if (isSeq(node))
      return typeof step === "number" && step < node.items.length
        ? { key: null, node: node.items[step] as Node }
        : undefined;
    if (!isMap(node)) return undefined;
    const index = indexes.get(node) ?? indexOf(node);
    indexes.set(node, index);
    return index.get(String(step));
  };
  return (path) => {
    let found: Step = { key: null, node: root };
    for (const step of path) {
      const next = stepInto(meant(found.node), step);
      if (next === undefined) return { ...found, isWhole: false };
      found = next;
    }
    return { key: found.key, node: meant(found.node), isWhole: true };
  };
}

interface Step {
  readonly key: Node | null;
  readonly node: Node | null;
}

function indexOf(map: YAMLMap): ReadonlyMap<string, Step> {
  return new Map(
    map.items.flatMap(({ key, value }) =>
      isScalar(key) ? [[String(key.value), { key, node: value as Node | null }]] : [],
    ),
  );
}
