import type { TreeSha } from "../../base/ids.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { type TreeEntry, isFolder } from "../../git/objects/bytes/tree-bytes.ts";
import type { ReceiptPlace } from "./place.ts";

export interface ReceiptEntry {
  readonly place: ReceiptPlace;
  readonly blob: string;
}

/**
 * The tree with these receipts in it; only the folders that they lie in are read and written, however many others there
 * are.
 */
export async function withReceipts(
  objects: Objects,
  tree: TreeSha | null,
  entries: readonly ReceiptEntry[],
): Promise<TreeSha> {
  const write = async (
    before: TreeSha | null,
    inside: readonly ReceiptEntry[],
    [first, ...deeper]: readonly Level[],
  ): Promise<TreeSha> => {
    const found = new Map((before === null ? [] : await objects.readTree(before)).map((entry) => [entry.name, entry]));
    const named = Map.groupBy(inside, (entry) => entry.place[first ?? "file"]);
    const changed = [...named].map(async ([name, members]): Promise<TreeEntry> => {
      if (deeper.length === 0) return { mode: "100644", name, id: members.at(-1)?.blob ?? "" };
      return { mode: "40000", name, id: await write(folderIn(found, name), members, deeper) };
    });
    for (const entry of await Promise.all(changed)) found.set(entry.name, entry);
    return objects.writeTree([...found.values()]);
  };
  return write(tree, entries, ["job", "group", "file"]);
}

type Level = keyof ReceiptPlace;

function folderIn(entries: ReadonlyMap<string, TreeEntry>, name: string): TreeSha | null {
  const entry = entries.get(name);
  return entry === undefined || !isFolder(entry) ? null : (entry.id as TreeSha);
}
