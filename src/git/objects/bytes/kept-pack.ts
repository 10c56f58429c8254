import { lstat, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../base/files/exists.ts";
import { type Git, type GitCall, requireTaken } from "../../git.ts";

/** Content of the `.keep` file of Tutti's packs in the user's repository. */
const word = "tutti";
/** `git prune` takes away half-written files of others. */
const tries = 4;

/**
 * Brings a checked pack into the user's repository so that it stays until a ref leads to it: `gc --prune=now`, `prune`
 * and `repack -ad` remove what was unreachable when they began to look, but no pack with a `.keep` file.
 */
export async function storeKept(git: Git, gitDir: string, stdin: NonNullable<GitCall["stdin"]>): Promise<void> {
  for (let count = 1; ; count += 1) {
    const exit = await git.sealed({ gitDir, args: ["index-pack", "--stdin", "--strict", `--keep=${word}`], stdin });
    if (exit.code === 0) return;
    // A refusal of content is final.
    if (count === tries || exit.stderr.includes("fsck error")) requireTaken(exit, "storing objects");
  }
}

/** No gc runs longer than this after it read the refs, unless `gc.pid` is there. */
const keptMs = 60 * 60_000;

/** Returns old packs to the user's gc; how many. */
export async function releaseKept(gitDir: string, now: number): Promise<number> {
  if (await exists(join(gitDir, "gc.pid"))) return 0;
  const folder = join(gitDir, "objects", "pack");
  const files = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith(".keep"))
    .map((name) => join(folder, name));
  const isOurs = await Promise.all(files.map((path) => isOldOfOurs(path, now)));
  const old = files.filter((_, place) => isOurs[place] === true);
  for (const path of old) await rm(path, { force: true });
  return old.length;
}

async function isOldOfOurs(path: string, now: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile() !== true || stats.size > 2 * word.length || now - stats.mtimeMs < keptMs) return false;
  return (await readFile(path, "latin1").catch(() => "")).trim() === word;
}
