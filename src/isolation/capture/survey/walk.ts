import { lstat } from "node:fs/promises";
import { type Dirent, readdirSync } from "node:fs";
import type { Git } from "../../../git/git.ts";
import { listSpecial, type PrivateIndex, type SpecialEntries } from "../../../git/index.ts";
import { type Lent, lentIn } from "../../prepare/lent.ts";
import { childPath, pathBytes } from "../../raw-path.ts";
import { largestFile, type LeftOut } from "./left-out.ts";
import type { SafeTree } from "./safe-tree.ts";
import { findOdd } from "../nested/odd-git.ts";

/** Facts about a context, known before git looks at it. */
export interface Outlook {
  readonly special: SpecialEntries;
  readonly walked: Walked;
  readonly safe: Pick<SafeTree, "hazards" | "isPassedOver">;
}

/** Every git that looks at a context comes after this: a pipe where git reads a file would hang it. */
export async function lookAround(git: Git, place: PrivateIndex & Lent): Promise<Outlook> {
  const special = await listSpecial(git, place);
  const gitlinks = new Set(special.submodules);
  const isLent = lentIn(place);
  const isPassedOver = (path: string): boolean => gitlinks.has(path) || isLent(path);
  const walked = await walkTree(place.workTree, isPassedOver);
  const hazards = [...walked.hazards, ...(await swollenAmong(place.workTree, special.empty))];
  return { special, walked, safe: { hazards, isPassedOver } };
}

/**
 * Files that were empty and are larger than any captured file. git counts sizes in 32 bits: a multiple of that looks
 * empty, and git would read all of it.
 */
async function swollenAmong(root: string, empty: readonly string[]): Promise<readonly string[]> {
  const sizes = await Promise.all(empty.map((path) => lstat(pathBytes(root, path)).catch(() => undefined)));
  return empty.filter((_, place) => (sizes[place]?.size ?? 0) > largestFile);
}

/** The entries of a context, with those that git skips silently or hangs at. */
export interface Walked {
  /** Files and links outside of nested repositories. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly nested: readonly string[];
  readonly hazards: readonly string[];
  /** Whether any file has rules for what git ignores. */
  readonly hasRules: boolean;
}

interface Walk {
  hasRules: boolean;
  readonly files: string[];
  readonly root: string;
  readonly leftOut: LeftOut[];
  readonly nested: string[];
  readonly hazards: string[];
  readonly isPassedOver: (path: string) => boolean;
}

type Entry = Dirent<Buffer>;

/** Files that git reads wherever they lie. */
const readByGit: ReadonlySet<string> = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/** Walks a folder before any git does. `isPassedOver`: folders that neither git nor a capture enters. */
export async function walkTree(root: string, isPassedOver: (path: string) => boolean): Promise<Walked> {
  const walk: Walk = { root, isPassedOver, files: [], leftOut: [], nested: [], hazards: [], hasRules: false };
  await walkFolder(walk, "", false);
  return walk;
}

async function walkFolder(walk: Walk, folder: string, inNested: boolean): Promise<void> {
  const entries = entriesIn(pathBytes(walk.root, folder));
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
  for (const [place, path] of folders.entries()) {
    // Other work gets its turn in between.
    if (place % mostInARow === 0) await new Promise(setImmediate);
    await walkFolder(walk, path, isNested);
  }
}

const mostInARow = 16;

/** A look takes less than asking another thread for it. */
function entriesIn(folder: Buffer): readonly Entry[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  } catch {
    return undefined;
  }
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
  else (isNested ? walk.nested : walk.files).push(path);
  if (!readByGit.has(name)) return;
  if (name === ".gitignore") walk.hasRules = true;
  const bytes = isOrdinary ? await sizeOf(pathBytes(walk.root, path)) : 0;
  // git would read all of it into memory.
  if (bytes > largestFile) walk.leftOut.push({ path, reason: "too large", bytes });
  if (!isOrdinary || bytes > largestFile) walk.hazards.push(path);
}

async function sizeOf(path: Buffer): Promise<number> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true ? stats.size : 0;
}

/** git asks a submodule for its HEAD even if nothing looks into it. */
async function hasOddGit(root: string, path: string): Promise<boolean> {
  return (await findOdd(pathBytes(root, `${path}/.git`))) !== undefined;
}

function nameOf(entry: Entry): string {
  return entry.name.toString("latin1");
}
