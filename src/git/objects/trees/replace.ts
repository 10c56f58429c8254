import type { TreeSha } from "../../../base/ids.ts";
import { type TreeEntry, placeOf } from "../bytes/tree-bytes.ts";
import type { Objects } from "../objects.ts";

interface NewFile {
  /** Raw bytes as latin1. */
  readonly path: string;
  readonly mode: string;
  readonly id: string;
}

/** A tree with these files instead of those that it has under their paths, or besides. */
export async function withFiles(objects: Objects, tree: TreeSha, files: readonly NewFile[]): Promise<TreeSha> {
  const entries = [...(await objects.readTree(tree))];
  const folders = Map.groupBy(files, ({ path }) => path.split("/")[0] ?? "");
  for (const [name, inside] of folders) {
    const place = placeOf(entries, name);
    const known = entries[place];
    const next = await entryOf(objects, { name, known }, inside);
    if (known === undefined) entries.push(next);
    else entries[place] = next;
  }
  return objects.writeTree(entries);
}

async function entryOf(
  objects: Objects,
  { name, known }: { readonly name: string; readonly known: TreeEntry | undefined },
  files: readonly NewFile[],
): Promise<TreeEntry> {
  const [file] = files;
  if (file !== undefined && file.path === name) return { name, mode: file.mode, id: file.id };
  const below = files.map((one) => ({ ...one, path: one.path.slice(name.length + 1) }));
  const folder = (known?.id as TreeSha | undefined) ?? objects.writeTree([]);
  return { name, mode: known?.mode ?? "40000", id: await withFiles(objects, folder, below) };
}
