import type { TreeSha } from "../../../base/ids.ts";
import type { Change } from "../../diff/changes.ts";
import { type ObjectFormat, nameBytes } from "../bytes/object-name.ts";
import type { Objects } from "../objects.ts";
import { type TreeEntry, isFolder, sortKey, placeOf } from "../bytes/tree-bytes.ts";

/** As `readChanges`; only folders that differ are read. */
export async function compareTrees(objects: Objects, pair: { from: TreeSha; to: TreeSha }): Promise<readonly Change[]> {
  if (pair.from === pair.to) return [];
  return compareFolders(objects, "", pair);
}

interface Pair {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

async function compareFolders(objects: Objects, path: string, pair: Pair): Promise<readonly Change[]> {
  const [from, to] = await Promise.all([entriesOf(objects, pair.from), entriesOf(objects, pair.to)]);
  const found = differences(from, to).map((difference) => Promise.resolve(changesAt(objects, path, difference)));
  return (await Promise.all(found)).flat();
}

function entriesOf(objects: Objects, tree: string | undefined): Promise<readonly TreeEntry[]> | readonly TreeEntry[] {
  return tree === undefined ? [] : objects.readTree(tree as TreeSha);
}

function changesAt(
  objects: Objects,
  folder: string,
  { before, after }: Difference,
): Promise<readonly Change[]> | readonly Change[] {
  const path = folder + ((before ?? after)?.name ?? "");
  // Both are folders, or neither is: they sort alike.
  const isOfFolders = [before, after].some((entry) => entry !== undefined && isFolder(entry));
  if (isOfFolders)
    return before?.id === after?.id ? [] : compareFolders(objects, `${path}/`, { from: before?.id, to: after?.id });
  const change = changeOf(objects.format, path, { before, after });
  return change.oldMode === change.mode && change.oldBlob === change.blob ? [] : [change];
}

function changeOf(format: ObjectFormat, path: string, { before, after }: Difference): Change {
  const none = { mode: "000000", id: "0".repeat(2 * nameBytes[format]) };
  const old = before === undefined ? none : { mode: shownMode(before.mode), id: before.id };
  const now = after === undefined ? none : { mode: shownMode(after.mode), id: after.id };
  return {
    path,
    status: statusOf(old.mode, now.mode),
    oldMode: old.mode,
    mode: now.mode,
    oldBlob: old.id,
    blob: now.id,
  };
}

function statusOf(oldMode: string, mode: string): Change["status"] {
  if (oldMode === "000000") return "A";
  if (mode === "000000") return "D";
  // The first three digits: file, link or submodule.
  return oldMode.slice(0, 3) === mode.slice(0, 3) ? "M" : "T";
}

/** Very old trees have more permission bits than git looks at. */
function shownMode(mode: string): string {
  if (!mode.startsWith("100")) return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? "100644" : "100755";
}

/** A file that became a folder is two of these. */
export interface Difference {
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** Walks two trees' entries side by side, in git's order. */
export function differences(from: readonly TreeEntry[], to: readonly TreeEntry[]): readonly Difference[] {
  const found: Difference[] = [];
  let left = 0;
  let right = 0;
  for (;;) {
    const before = from[left];
    const after = to[right];
    if (before === undefined && after === undefined) return found;
    const order = orderOf(before, after);
    if (order <= 0) left++;
    if (order >= 0) right++;
    if (order < 0) found.push({ before, after: undefined });
    else if (order > 0) found.push({ before: undefined, after });
    else if (before?.id !== after?.id || before?.mode !== after?.mode) found.push({ before, after });
  }
}

function orderOf(before: TreeEntry | undefined, after: TreeEntry | undefined): number {
  if (before === undefined) return 1;
  if (after === undefined) return -1;
  // Nearly all entries are the same on both sides.
  if (before.name === after.name && before.mode === after.mode) return 0;
  const one = sortKey(before);
  const other = sortKey(after);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `path` is latin1. */
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
