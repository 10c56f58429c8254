import {
  type BigIntStats,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Change } from "../diff/changes.ts";
import type { Git } from "../git.ts";
import { type PrivateIndex, populate } from "../index.ts";
import type { Objects } from "../objects/objects.ts";
import { compareTrees } from "../objects/trees/compare.ts";
import { type NewEntry, editIndex } from "../storage/index-edit.ts";
import { isPlainMode, isPlainPath, readPlainIndex } from "./plain.ts";

/** More than this is git's work. */
const most = { changes: 512, bytes: 16 * 1024 * 1024 };

type Place = Pick<PrivateIndex, "gitDir" | "workTree" | "index">;

/**
 * Brings an untouched work tree, and its index, to another commit. Only what differs is written; without git where
 * nothing is converted and little differs.
 */
export async function bringFiles(
  git: Git,
  place: Place,
  { commit, objects }: { readonly commit: CommitSha; readonly objects: Objects | undefined },
): Promise<void> {
  // After a fault half way git writes all that differs from the index, which is still the old one.
  const isDone = objects !== undefined && (await bringPlain(objects, place, commit).catch(() => false));
  if (!isDone) await populate(git, place, commit);
}

async function bringPlain(objects: Objects, { workTree, index }: Place, commit: CommitSha): Promise<boolean> {
  const bytes = await readFile(index);
  const from = readPlainIndex(bytes, objects.format)?.root?.id ?? null;
  if (from === null) return false;
  const { tree } = await objects.readCommit(commit);
  const changes = await compareTrees(objects, { from: from as TreeSha, to: tree });
  if (changes.length > most.changes || !changes.every(isPlain)) return false;
  const contents = await readContents(objects, changes);
  const trees = await readFolders(objects, tree, changes);
  if (contents === undefined) return false;
  // From here on nothing is awaited.
  for (const { path, oldMode } of changes) if (oldMode !== absent) removeFile(workTree, path);
  const entries = new Map<string, NewEntry | null>();
  for (const { path, mode, blob } of changes) {
    const content = contents.get(blob);
    const stats = content === undefined || mode === absent ? null : writeOne(join(workTree, path), mode, content);
    entries.set(path, stats === null ? null : { mode, blob, stats });
  }
  const next = editIndex(bytes, objects.format, { changes: entries, treeAt: (folder) => trees.get(folder) });
  if (next === undefined) return false;
  writeFileSync(`${index}.new`, next);
  renameSync(`${index}.new`, index);
  return true;
}

const absent = "000000";

function isPlain({ path, oldMode, mode }: Change): boolean {
  return isPlainPath(path) && [oldMode, mode].every((one) => one === absent || isPlainMode(one));
}

/** `undefined`: they are too large. */
async function readContents(
  objects: Objects,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const contents = new Map<string, Buffer>();
  let left = most.bytes;
  for (const { mode, blob } of changes) {
    if (mode === absent || contents.has(blob)) continue;
    const bytes = await objects.readBlob(blob, left);
    if (bytes === undefined) return undefined;
    left -= bytes.length;
    contents.set(blob, bytes);
  }
  return contents;
}

/** The trees of all folders in which something changed. */
async function readFolders(
  objects: Objects,
  tree: TreeSha,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, string>> {
  const trees = new Map<string, string>([["", tree]]);
  for (const { path } of changes) {
    const steps = path.split("/").slice(0, -1);
    for (const [place, name] of steps.entries()) {
      const folder = steps.slice(0, place + 1).join("/");
      const above = trees.get(steps.slice(0, place).join("/"));
      if (above === undefined || trees.has(folder)) continue;
      const found = (await objects.readTree(above as TreeSha)).find((entry) => entry.name === name);
      if (found !== undefined) trees.set(folder, found.id);
    }
  }
  return trees;
}

/** With folders that have nothing else in them, as git does. */
function removeFile(root: string, path: string): void {
  unlinkSync(join(root, path));
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // Others are in it.
  }
}

function writeOne(path: string, mode: string, content: Buffer): BigIntStats {
  mkdirSync(dirname(path), { recursive: true });
  if (mode === "120000") symlinkSync(content, path);
  else writeFileSync(path, content, { flag: "wx", mode: mode === "100755" ? 0o777 : 0o666 });
  return lstatSync(path, { bigint: true });
}
