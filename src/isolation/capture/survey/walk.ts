import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { childPath, pathBytes } from "../../raw-path.ts";
import { largestFile, type LeftOut } from "./left-out.ts";
import { findOdd } from "../nested/odd-git.ts";

/** What walking through a context finds: git passes over all of it without a word, or waits for ever at some of it. */
export interface Walked {
  /** Special files, folders that can't be read, histories of nested repositories. */
  readonly leftOut: readonly LeftOut[];
  /** Files inside nested repositories. */
  readonly nested: readonly string[];
  /** What git must not come across: it reads such a place without looking what lies there. */
  readonly hazards: readonly string[];
}

interface Walk {
  readonly root: string;
  readonly leftOut: LeftOut[];
  readonly nested: string[];
  readonly hazards: string[];
  readonly isPassedOver: (path: string) => boolean;
}

type Entry = Dirent<Buffer>;

/** Files that git reads by itself, wherever they lie. */
const readByGit: ReadonlySet<string> = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/** Walks through a folder before any git does. `isPassedOver`: folders that neither git nor a capture enters. */
export async function walkTree(root: string, isPassedOver: (path: string) => boolean): Promise<Walked> {
  const walk: Walk = { root, isPassedOver, leftOut: [], nested: [], hazards: [] };
  await walkFolder(walk, "", false);
  return walk;
}

async function walkFolder(walk: Walk, folder: string, inNested: boolean): Promise<void> {
  const entries = await readdir(pathBytes(walk.root, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => undefined,
  );
  if (entries === undefined) {
    walk.leftOut.push({ path: `${folder}/`, reason: "unreadable", bytes: null });
    return;
  }
  const isNested = inNested || (folder !== "" && entries.some((entry) => nameOf(entry) === ".git"));
  const folders: string[] = [];
  for (const entry of entries) {
    const name = nameOf(entry);
    const path = childPath(folder, name);
    if (name === ".git") {
      if (folder !== "") await noteNested(walk, path);
    } else if (entry.isDirectory()) {
      if (!walk.isPassedOver(path)) folders.push(path);
      else if (await hasOddGit(walk.root, path)) walk.hazards.push(path);
    } else await noteFile(walk, { entry, path, name, isNested });
  }
  await Promise.all(folders.map((path) => walkFolder(walk, path, isNested)));
}

async function noteNested(walk: Walk, path: string): Promise<void> {
  walk.leftOut.push({ path: `${path}/`, reason: "nested repository's history", bytes: null });
  if ((await findOdd(pathBytes(walk.root, path))) !== undefined) walk.hazards.push(path);
}

async function noteFile(
  walk: Walk,
  { entry, path, name, isNested }: { entry: Entry; path: string; name: string; isNested: boolean },
): Promise<void> {
  const isOrdinary = entry.isFile() || entry.isSymbolicLink();
  if (!isOrdinary) walk.leftOut.push({ path, reason: "special file", bytes: null });
  else if (isNested) walk.nested.push(path);
  if (!readByGit.has(name)) return;
  const bytes = isOrdinary ? await sizeOf(pathBytes(walk.root, path)) : 0;
  // git reads the whole of it into memory, so it does not get to see it: nobody else would tell that it is there.
  if (bytes > largestFile) walk.leftOut.push({ path, reason: "too large", bytes });
  if (!isOrdinary || bytes > largestFile) walk.hazards.push(path);
}

async function sizeOf(path: Buffer): Promise<number> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true ? stats.size : 0;
}

/** Of a submodule git asks where it stands, also where nobody looks into it. */
async function hasOddGit(root: string, path: string): Promise<boolean> {
  return (await findOdd(pathBytes(root, `${path}/.git`))) !== undefined;
}

function nameOf(entry: Entry): string {
  return entry.name.toString("latin1");
}
