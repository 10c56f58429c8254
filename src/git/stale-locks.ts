import type { Stats } from "node:fs";
import { lstat, readFile, readdir, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { World } from "../base/world/world.ts";

/** An unchanged lock of this age has no working owner. */
const settleMs = 1000;

/**
 * Removes locks that a killed git of an earlier Tutti left in the user's repository. Only with a proof that the owner
 * is dead: made by this user before this Tutti started, unchanged over a while, and no git at work in the repository's
 * folders. A closed file proves nothing: git closes a lock long before it releases it. Returns the doubtful ones.
 */
export async function removeStaleLocks(
  paths: readonly string[],
  world: World,
  facts: { startedAt: number; folders: readonly string[] },
): Promise<readonly string[]> {
  const there = await lookAt(paths);
  if (there.length === 0) return [];
  await new Promise<void>((resolve) => world.after(settleMs, resolve));
  return removeUnowned(there, { madeBefore: facts.startedAt, folders: facts.folders });
}

/**
 * Removes locks and half-written files of killed git processes from Tutti's own folders, where only git writes such
 * names, so their age does not matter. The paths were listed before looking for gits at work, so each has a visible
 * owner or none. Returns the doubtful ones.
 */
export async function removeLeftovers(
  paths: readonly string[],
  folders: readonly string[],
): Promise<readonly string[]> {
  const there = await lookAt(paths);
  return there.length === 0 ? [] : removeUnowned(there, { madeBefore: Infinity, folders });
}

/**
 * Whether a git of this user works in one of the folders, or names it; `undefined`: the system does not tell. Another
 * user's locks are never removed.
 */
export async function isGitAtWork(folders: readonly string[]): Promise<boolean | undefined> {
  const found = await gitsAtWork(folders);
  return found === undefined ? undefined : found.length > 0;
}

/** The same for gits that this process did not start; with `commands`: for these commands of git only. */
export async function isOtherGitAtWork(
  folders: readonly string[],
  commands?: ReadonlySet<string>,
): Promise<boolean | undefined> {
  const found = await gitsAtWork(folders);
  if (found === undefined) return undefined;
  for (const { pid, words } of found)
    if ((commands === undefined || isOneOf(words, commands)) && !(await isDescendant(pid))) return true;
  return false;
}

/** Options before a command take words of their own, so any word may be the command. */
function isOneOf([program = "", ...words]: readonly string[], commands: ReadonlySet<string>): boolean {
  return commands.has(basename(program).replace(/^git-/, "")) || words.some((word) => commands.has(word));
}

interface GitAtWork {
  readonly pid: string;
  readonly words: readonly string[];
}

async function gitsAtWork(folders: readonly string[]): Promise<readonly GitAtWork[] | undefined> {
  const processes = await readdir("/proc").catch(() => undefined);
  if (processes === undefined) return undefined;
  const found: GitAtWork[] = [];
  for (const pid of processes.filter((name) => /^\d+$/.test(name))) {
    const words = (await readFile(join("/proc", pid, "cmdline"), "utf8").catch(() => "")).split("\0");
    if (!/^git(?:-|$)/.test(basename(words[0] ?? ""))) continue;
    if ((await statOf(join("/proc", pid)))?.uid !== process.geteuid?.()) continue;
    const cwd = await readlink(join("/proc", pid, "cwd")).catch((error: unknown) =>
      (error as NodeJS.ErrnoException).code === "ENOENT" ? null : undefined,
    );
    // One that ended is nowhere; one whose folder is hidden may be anywhere.
    if (cwd === null) continue;
    if (
      cwd === undefined ||
      folders.some((folder) => isIn(cwd, folder) || words.some((word) => isNamedIn(word, folder)))
    )
      found.push({ pid, words });
  }
  return found;
}

/** Deeper than any chain of programs that Tutti starts. */
const mostAncestors = 64;

async function isDescendant(pid: string): Promise<boolean> {
  let at = pid;
  for (let depth = 0; depth < mostAncestors && at !== "0"; depth += 1) {
    if (at === String(process.pid)) return true;
    const stat = await readFile(join("/proc", at, "stat"), "utf8").catch(() => "");
    // The name in parentheses may hold anything; the parent is the second word after it.
    at = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "0";
  }
  return false;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Not only as the beginning of a longer name. */
function isNamedIn(word: string, folder: string): boolean {
  return word
    .split(folder)
    .slice(1)
    .some((rest) => !/^[\w.-]/.test(rest));
}

interface Seen {
  readonly path: string;
  readonly stats: Stats;
}

async function lookAt(paths: readonly string[]): Promise<readonly Seen[]> {
  const seen = await Promise.all(paths.map(async (path) => ({ path, stats: await statOf(path) })));
  return seen.flatMap(({ path, stats }) => (stats === undefined ? [] : [{ path, stats }]));
}

async function removeUnowned(
  seen: readonly Seen[],
  facts: { madeBefore: number; folders: readonly string[] },
): Promise<readonly string[]> {
  const isQuiet = (await isGitAtWork(facts.folders)) === false;
  const doubtful: string[] = [];
  for (const { path, stats } of seen) {
    const now = await statOf(path);
    if (now === undefined) continue;
    const isOld = now.mtimeMs < facts.madeBefore && now.uid === process.geteuid?.();
    const isUnchanged = now.ino === stats.ino && now.mtimeMs === stats.mtimeMs;
    if (isQuiet && isOld && isUnchanged) await rm(path, { force: true });
    else doubtful.push(path);
  }
  return doubtful;
}

async function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}
