import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { Repository } from "../../git/repository.ts";
import { createHash } from "node:crypto";
import { copyPlain } from "../../base/files/read-plain.ts";
import type { PublishHands } from "../hands.ts";

/** A place where the user's git can have a branch checked out. */
export interface Worktree {
  /** The folder with its HEAD and index. */
  readonly gitDir: string;
  /** The folder with its files. */
  readonly path: string;
}

/** The main one can't be removed, and its files may be anywhere. */
export async function isThere(
  { commonDir }: Pick<Repository, "commonDir">,
  { gitDir, path }: Worktree,
): Promise<boolean> {
  return gitDir === commonDir || exists(join(path, ".git"));
}

/**
 * All worktrees, by files alone, in a fixed order. A linked one without a folder is omitted; a bare repository has only
 * linked ones.
 */
export async function listWorktrees({ commonDir, gitDir, top }: Repository): Promise<readonly Worktree[]> {
  const isBare = top === null && gitDir === commonDir && !(await exists(join(commonDir, "index")));
  const main = isBare
    ? []
    : [{ gitDir: commonDir, path: gitDir === commonDir && top !== null ? top : dirname(commonDir) }];
  const names = await readdir(join(commonDir, "worktrees")).catch(() => []);
  const linked = await Promise.all(names.toSorted().map((name) => readLinked(join(commonDir, "worktrees", name))));
  return [...main, ...linked.filter((one) => one !== undefined)];
}

/**
 * Worktrees that git is adding now: it reads the branch, writes the files, and moves the branch back to what it read.
 */
export async function listUnfinished({ commonDir }: Pick<Repository, "commonDir">): Promise<readonly string[]> {
  const names = await readdir(join(commonDir, "worktrees")).catch(() => []);
  const gitDirs = names.map((name) => join(commonDir, "worktrees", name));
  const words = await Promise.all(gitDirs.map((gitDir) => readFile(join(gitDir, "locked"), "utf8").catch(() => "")));
  return gitDirs.filter((_, place) => words[place]?.trim() === "initializing");
}

async function readLinked(gitDir: string): Promise<Worktree | undefined> {
  const content = await readFile(join(gitDir, "gitdir"), "utf8").catch(() => "");
  // Relative where the configuration wants that.
  const file = content.trim() === "" ? undefined : resolve(gitDir, content.replace(/\n$/, ""));
  return file !== undefined && (await exists(file)) ? { gitDir, path: dirname(file) } : undefined;
}

/** A repository with nothing checked out has no index, and neither has the copy. */
export async function copyIndex(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyPlain(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}

/** One for each checkout: several repositories are landed in at once. */
export function scratchIndex(
  { self: { scratch, owner } }: PublishHands,
  gitDir: string,
  use: "checkout" | "recover",
): string {
  const checkout = createHash("sha256").update(gitDir).digest("hex").slice(0, 16);
  return join(scratch, `${use}-${owner}-${checkout}.index`);
}
