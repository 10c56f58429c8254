import { constants } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { loadIndex, setEntries, storeBytes } from "../../git/index.ts";
import { writeTree } from "../../git/history/trees.ts";
import { childPath, pathBytes } from "../raw-path.ts";
import type { IgnoredFiles, Stray } from "./stray.ts";

const largest = 1024 * 1024;
const most = 100;
const made = new Set(
  `node_modules bower_components target build dist out vendor .venv venv __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .next .nuxt
  .cache .parcel-cache .turbo .terraform Pods DerivedData coverage`.split(/\s+/),
);

/** Separates small files of the user's from large or reproducible ones. */
export async function sortIgnored(root: string, entries: readonly string[]): Promise<IgnoredFiles> {
  const sorted = { kept: [] as string[], left: [] as string[], root };
  // git names a folder and files in it.
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
  // A repository's history is no file; past the limit there is nothing to look for.
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

/** Adds files byte for byte; unreadable ones are missing from `kept`. */
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
  // The file may have been replaced: follow no link, wait for no pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > largest) return undefined;
    return { mode: (stats.mode & 0o100) === 0 ? "100644" : "100755", bytes: await file.readFile() };
  } finally {
    await file.close();
  }
}

const holds: readonly (readonly [place: string, what: string])[] = [
  ["modules", "repositories of submodules"],
  ["worktrees", "worktrees of its own"],
  ["lfs/objects", "LFS content"],
  ["annex/objects", "annexed content"],
  ["reftable", "refs in a form that is not read here"],
];

/** Things in a stray's git folder that only it may have. */
export async function readBeyondReach(stray: Stray): Promise<readonly string[]> {
  const { gitDir } = stray;
  if (gitDir === null) return [];
  const found = await Promise.all(
    holds.map(async ([place, what]) =>
      (await hasEntries(join(gitDir, place))) ? [`it has ${what} in ${join(gitDir, place)}`] : [],
    ),
  );
  return found.flat();
}

/** An unreadable folder counts as full. */
async function hasEntries(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length > 0,
    (error: unknown) => !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""),
  );
}
