import { type Alias, type Document, type Node, type Pair, type YAMLMap, isAlias, isMap, isScalar, isSeq } from "yaml";

export interface Fault {
  readonly offset: number;
  readonly message: string;
}

interface Inspection {
  /** The node that each alias refers to. */
  readonly aliases: ReadonlyMap<Node, Node>;
  readonly faults: readonly Fault[];
}

// Far above any score, far below what makes a machine swap.
const maxNodes = 2_000_000;
const maxEntries = 50_000;
const maxMerged = 200_000;

/** They say of a value what it is in any case. */
const plainTags = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * The faults that the parser lets pass, looked for in one walk over the nodes: keys that are there twice or can't be
 * keys, and aliases that represent nothing, themselves, or more than memory holds. Where merge keys are read, each map
 * has the keys that it merges afterwards.
 */
export function inspect(doc: Document, merges: boolean): Inspection {
  const walk: Walk = { aliases: new Map(), faults: [], anchors: new Map(), sizes: new Map(), merges, mergedPairs: 0 };
  const size = sizeOf(walk, doc.contents);
  if (size > maxNodes)
    walk.faults.push({ offset: 0, message: `its aliases stand for more than ${String(maxNodes)} values` });
  return walk;
}

interface Walk {
  readonly aliases: Map<Node, Node>;
  readonly faults: Fault[];
  /** As they are defined so far: a later anchor of the same name hides an earlier one. */
  readonly anchors: Map<string, Node>;
  readonly sizes: Map<Node, number>;
  readonly merges: boolean;
  /** In all maps so far: a chain of maps that merge each other makes more of them than the file has keys. */
  mergedPairs: number;
}

/** How many values a node represents. An alias's value counts each time, but is walked only once. */
function sizeOf(walk: Walk, node: unknown): number {
  if (isAlias(node)) return sizeOfAlias(walk, node);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 1;
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  if (node.tag !== undefined && !plainTags.has(node.tag)) report(walk, node, "tags (!) are not read in a score");
  let size = 1;
  if (!isScalar(node) && node.items.length > maxEntries)
    report(walk, node, `has more than ${String(maxEntries)} entries`);
  else if (isMap(node)) size += sizeOfPairs(walk, node);
  else if (isSeq(node)) {
    for (const item of node.items) size += sizeOf(walk, item);
  }
  walk.sizes.set(node, size);
  return size;
}

function sizeOfPairs(walk: Walk, node: YAMLMap): number {
  const merges = walk.merges && node.items.some(isMerge);
  checkKeys(walk, merges ? node.items.filter((pair) => !isMerge(pair)) : node.items);
  let size = 0;
  for (const pair of node.items) size += 1 + sizeOf(walk, pair.value);
  if (!merges || walk.mergedPairs > maxMerged) return size;
  const meant = (value: unknown): unknown => (isAlias(value) ? walk.aliases.get(value) : value);
  const merging = merged(node, meant);
  if (merging.kind === "wrong") {
    report(walk, merging.at, "a merge key (<<) needs a map or a list of maps");
    return size;
  }
  node.items = merging.pairs;
  walk.mergedPairs += node.items.length;
  if (walk.mergedPairs > maxMerged)
    report(walk, node, `merge keys (<<) stand for more than ${String(maxMerged)} values up to here`);
  if (node.items.length > maxEntries) report(walk, node, `has more than ${String(maxEntries)} entries`);
  return node.items.reduce((sum, { value }) => sum + 1 + (walk.sizes.get(meant(value) as Node) ?? 1), 0);
}

function sizeOfAlias(walk: Walk, alias: Alias): number {
  const node = walk.anchors.get(alias.source);
  if (node === undefined) {
    report(walk, alias, `there is no anchor &${alias.source} before this alias`);
    return 1;
  }
  walk.aliases.set(alias, node);
  const size = walk.sizes.get(node);
  if (size === undefined) report(walk, alias, `*${alias.source} stands for something that contains it`);
  return size ?? 1;
}

function checkKeys(walk: Walk, pairs: readonly { readonly key: unknown }[]): void {
  const seen = new Set<string>();
  for (const { key } of pairs) {
    const fault = keyFault(key, seen, walk.merges);
    if (fault !== null) report(walk, key as Node | null, fault);
    else if (isScalar(key)) seen.add(String(key.value));
  }
}

function keyFault(key: unknown, seen: ReadonlySet<string>, merges: boolean): string | null {
  if (!isScalar(key) || (typeof key.value !== "string" && !Number.isInteger(key.value)))
    return "a key must be text or a whole number";
  const name = String(key.value);
  if (name === "<<" && !merges) return "merge keys (<<) are not read in a score; write the keys out";
  if (name === "__proto__") return "__proto__ can't be a key";
  return seen.has(name) ? `the key ${JSON.stringify(name)} is there twice` : null;
}

// More would not be read, and a hostile file has one in every line.
const maxFaults = 100;

function report(walk: Walk, node: Node | null, message: string): void {
  if (walk.faults.length < maxFaults) walk.faults.push({ offset: node?.range?.[0] ?? 0, message });
}

/** A plain `<<`; in quotes it is a key like any other. */
function isMerge({ key }: { readonly key: unknown }): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN" && key.tag === undefined;
}

type Merging =
  | { readonly kind: "pairs"; readonly pairs: Pair[] }
  | { readonly kind: "wrong"; readonly at: Node | null };

/**
 * The pairs of a map with those of the maps that it merges, as PyYAML's `safe_load` has them: merged keys stand first,
 * a key of the map's own wins, of several maps in a list the first wins, of several `<<` the last. `meant` follows
 * aliases; the maps it leads to have been merged already.
 */
function merged(map: YAMLMap, meant: (node: unknown) => unknown): Merging {
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
