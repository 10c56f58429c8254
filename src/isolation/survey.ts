import type { Stats } from "node:fs";
import { access, constants, lstat, readdir } from "node:fs/promises";
import type { Git } from "../git/git.ts";
import { type PrivateIndex, listChanged, listIgnored, listSpecial } from "../git/index.ts";
import { childPath, pathBytes } from "./raw-path.ts";

/** A path that a capture does not hold, and why. Paths are raw bytes as latin1. */
export interface LeftOut {
  readonly path: string;
  readonly reason:
    "ignored" | "special file" | "unreadable" | "too large" | "nested repository's history" | "submodule" | "refused by git" | "unreadable history";
  readonly bytes: number | null;
  readonly detail?: string;
}

export interface Survey {
  /** Files to take: modified, new and deleted ones; those of nested repositories as plain files. */
  readonly changed: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Where the base says how files are converted. */
  readonly attributeFiles: readonly string[];
}

/** Above this a single file is left where it is and listed. */
const largestFile = 256 * 1024 * 1024;

/**
 * Finds what a task changed and what can't be captured. git knows what is modified and what is ignored, but passes over
 * special files, unreadable folders and nested repositories without a word: those are found by walking.
 */
export async function surveyContext(git: Git, place: PrivateIndex): Promise<Survey> {
  const [listed, ignored, special] = await Promise.all([listChanged(git, place), listIgnored(git, place), listSpecial(git, place)]);
  const gitlinks = special.submodules;
  const walk: Walk = { root: place.workTree, skip: new Set([...ignored.map(withoutSlash), ...gitlinks]), leftOut: [], nested: [] };
  await walkFolder(walk, "", false);
  for (const path of ignored) walk.leftOut.push({ path, reason: "ignored", bytes: null });
  for (const path of gitlinks) await noteSubmodule(walk, path);
  const changed: string[] = [];
  for (const path of new Set([...listed.filter((name) => !name.endsWith("/")), ...walk.nested])) {
    if (await isTakeable(walk, path)) changed.push(path);
  }
  return { changed, leftOut: walk.leftOut, attributeFiles: special.attributeFiles };
}

interface Walk {
  readonly root: string;
  readonly skip: ReadonlySet<string>;
  readonly leftOut: LeftOut[];
  /** Files inside nested repositories. */
  readonly nested: string[];
}

async function walkFolder(walk: Walk, folder: string, inNested: boolean): Promise<void> {
  const entries = await readdir(pathBytes(walk.root, folder), { withFileTypes: true, encoding: "buffer" }).catch(() => undefined);
  if (entries === undefined) {
    walk.leftOut.push({ path: `${folder}/`, reason: "unreadable", bytes: null });
    return;
  }
  const isNested = inNested || (folder !== "" && entries.some((entry) => entry.name.toString("latin1") === ".git"));
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = childPath(folder, name);
    if (name === ".git") {
      if (folder !== "") walk.leftOut.push({ path: `${path}/`, reason: "nested repository's history", bytes: null });
    } else if (walk.skip.has(path)) continue;
    else if (entry.isDirectory()) await walkFolder(walk, path, isNested);
    else if (!entry.isFile() && !entry.isSymbolicLink()) walk.leftOut.push({ path, reason: "special file", bytes: null });
    else if (isNested) walk.nested.push(path);
  }
}

/** A submodule stays what the base says; files a task put there are listed. */
async function noteSubmodule(walk: Walk, path: string): Promise<void> {
  const entries = await readdir(pathBytes(walk.root, path)).catch(() => []);
  if (entries.length > 0) walk.leftOut.push({ path: `${path}/`, reason: "submodule", bytes: null });
}

/** A missing path is a deletion; a folder in a listed path's place is a submodule, which stays what it was. */
async function isTakeable(walk: Walk, path: string): Promise<boolean> {
  const stats: Stats | undefined = await lstat(pathBytes(walk.root, path)).catch(() => undefined);
  if (stats === undefined || stats.isSymbolicLink()) return true;
  if (!stats.isFile()) return false;
  if (stats.size > largestFile) {
    walk.leftOut.push({ path, reason: "too large", bytes: stats.size });
    return false;
  }
  if (await isReadable(walk.root, path)) return true;
  walk.leftOut.push({ path, reason: "unreadable", bytes: stats.size });
  return false;
}

async function isReadable(root: string, path: string): Promise<boolean> {
  return access(pathBytes(root, path), constants.R_OK).then(
    () => true,
    () => false,
  );
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
