import type { TreeSha } from "../../base/ids.ts";
import type { Objects } from "./objects.ts";
import { type TreeEntry, isFolder, placeOf } from "./bytes/tree-bytes.ts";

/** What a tree has at a path (raw bytes as latin1): a file, a link, a submodule or a folder. */
export async function entryAt(objects: Objects, tree: TreeSha, path: string): Promise<TreeEntry | undefined> {
  let folder = tree;
  const names = path.split("/");
  for (const [place, name] of names.entries()) {
    const entries = await objects.readTree(folder);
    const entry = entries[placeOf(entries, name)];
    if (entry === undefined || place === names.length - 1) return entry;
    if (!isFolder(entry)) return undefined;
    folder = entry.id as TreeSha;
  }
  return undefined;
}
