import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { type Difference, differences } from "../trees/compare.ts";
import type { Objects } from "../objects.ts";
import { type TreeEntry, isFolder } from "./tree-bytes.ts";

/**
 * The commits, and all that their trees have beyond the tree below. Each is compared with the one before, so only
 * differences are read. Moved content is not included; content that an unchanged folder has elsewhere may be.
 */
export async function newObjects(
  objects: Objects,
  what: { from: TreeSha; commits: readonly CommitSha[] },
): Promise<readonly string[]> {
  const trees = await Promise.all(what.commits.map(async (commit) => (await objects.readCommit(commit)).tree));
  const known = new Set<string>([what.from]);
  const found = new Set<string>(what.commits);
  let below = what.from;
  for (const tree of trees) {
    await collect({ objects, known, found }, below, tree);
    below = tree;
  }
  return [...found];
}

interface Walk {
  readonly objects: Objects;
  readonly known: Set<string>;
  readonly found: Set<string>;
}

async function collect(walk: Walk, from: TreeSha | undefined, to: TreeSha): Promise<void> {
  if (walk.known.has(to) || from === to) return;
  walk.found.add(to);
  const [before, after] = await Promise.all([
    from === undefined ? [] : walk.objects.readTree(from),
    walk.objects.readTree(to),
  ]);
  const places = differences(before, after);
  // Removals first: content may have moved to the next line.
  for (const { before: gone } of places) if (gone !== undefined && !walk.found.has(gone.id)) walk.known.add(gone.id);
  await Promise.all(places.map(async (place) => collectAt(walk, place)));
}

function collectAt(walk: Walk, { before, after }: Difference): Promise<void> | undefined {
  if (after === undefined || after.id === before?.id) return undefined;
  if (isFolder(after)) return collect(walk, folderId(before), after.id as TreeSha);
  // A submodule's commit is an object of another repository.
  if (after.mode !== "160000" && !walk.known.has(after.id)) walk.found.add(after.id);
  return undefined;
}

function folderId(entry: TreeEntry | undefined): TreeSha | undefined {
  return entry !== undefined && isFolder(entry) ? (entry.id as TreeSha) : undefined;
}
