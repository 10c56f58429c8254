import { constants } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../../base/files/flat-folder.ts";
import type { TreeSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { loadIndex, setEntries, storeBytes } from "../../../git/index.ts";
import { writeTree } from "../../../git/history/trees.ts";
import { childPath, pathBytes } from "../../raw-path.ts";

/** What git ignores in a stray; raw paths, whole folders with a `/` at the end. */
export interface IgnoredFiles {
  /** Small files that nothing makes again, such as settings and keys. */
  readonly kept: readonly string[];
  /** Everything else: it is not captured. */
  readonly left: readonly string[];
}

const largest = 1024 * 1024;
const most = 100;
/** Folders that a build or a package manager fills. */
const made = new Set(
  `node_modules bower_components target build dist out vendor .venv venv __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .next .nuxt
  .cache .parcel-cache .turbo .terraform Pods DerivedData coverage`.split(/\s+/),
);

/** Tells what is small and somebody's own from what is large or can be made again. */
export async function sortIgnored(root: string, entries: readonly string[]): Promise<IgnoredFiles> {
  const sorted = { kept: [] as string[], left: [] as string[], root };
  // git names a folder and also what it saw in it.
  const folders = entries.filter((entry) => entry.endsWith("/"));
  for (const entry of entries.filter((path) => !folders.some((folder) => path !== folder && path.startsWith(folder)))) {
    if (entry.split("/").some((part) => made.has(part))) sorted.left.push(entry);
    else await sortEntry(sorted, entry.replace(/\/$/, ""));
  }
  return { kept: sorted.kept, left: sorted.left };
}

interface Sorting {
  readonly root: string;
  readonly kept: string[];
  readonly left: string[];
}

async function sortEntry(sorting: Sorting, path: string): Promise<void> {
  const stats = await lstat(pathBytes(sorting.root, path)).catch(() => undefined);
  const isSmall = stats !== undefined && (stats.isSymbolicLink() || (stats.isFile() && stats.size <= largest));
  if (stats?.isDirectory() !== true) {
    (isSmall && sorting.kept.length < most ? sorting.kept : sorting.left).push(path);
    return;
  }
  const names = await namesIn(pathBytes(sorting.root, path));
  // The history of a repository is no file to take; and past the limit there is nothing to look for.
  if (names === undefined || names.includes(".git") || sorting.kept.length >= most) {
    sorting.left.push(`${path}/`);
    return;
  }
  for (const name of names) {
    if (made.has(name)) sorting.left.push(`${childPath(path, name)}/`);
    else await sortEntry(sorting, childPath(path, name));
  }
}

async function namesIn(folder: Buffer): Promise<readonly string[] | undefined> {
  const names = await readdir(folder, { encoding: "buffer" }).catch(() => undefined);
  return names?.map((name) => name.toString("latin1")).sort();
}

/** A tree with these files added, byte for byte; those that can't be read any more are missing from `kept`. */
export async function treeWithIgnored(
  git: Git,
  way: { readonly gitDir: string; readonly scratch: string },
  what: { readonly root: string; readonly tree: TreeSha; readonly paths: readonly string[] },
): Promise<{ readonly tree: TreeSha; readonly kept: readonly string[] }> {
  const entries: { mode: string; blob: string; path: string }[] = [];
  for (const path of what.paths) {
    const file = await readSmall(pathBytes(what.root, path)).catch(() => undefined);
    if (file !== undefined)
      entries.push({ mode: file.mode, blob: await storeBytes(git, way.gitDir, file.bytes), path });
  }
  return withFlatFolder(way.scratch, async (folder) => {
    const place = { gitDir: way.gitDir, workTree: way.gitDir, index: join(folder, "index") };
    await loadIndex(git, place, what.tree);
    await setEntries(git, place, entries);
    return { tree: await writeTree(git, way.gitDir, place.index), kept: entries.map(({ path }) => path) };
  });
}

async function readSmall(path: Buffer): Promise<{ readonly mode: string; readonly bytes: Buffer } | undefined> {
  if ((await lstat(path)).isSymbolicLink())
    return { mode: "120000", bytes: await readlink(path, { encoding: "buffer" }) };
  // Something else may have taken the file's place since it was found: a link is not followed, a pipe not waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > largest) return undefined;
    return { mode: (stats.mode & 0o100) === 0 ? "100644" : "100755", bytes: await file.readFile() };
  } finally {
    await file.close();
  }
}
