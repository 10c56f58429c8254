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

/** Whether the files of a worktree are still there. The main one can't be removed, and its files may be anywhere. */
export async function isThere(
  { commonDir }: Pick<Repository, "commonDir">,
  { gitDir, path }: Worktree,
): Promise<boolean> {
  return gitDir === commonDir || exists(join(path, ".git"));
}

/**
 * All worktrees of a repository, told by files alone, in a fixed order. A linked one whose folder is gone is left out:
 * nobody can be at work there. A bare repository has only linked ones.
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
 * The git folders of worktrees that git is making now. It reads where the branch stands, writes the files, and then
 * moves the branch to where it stood, whatever became of it meanwhile.
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

/** Copies an index to work on. A repository that has nothing checked out yet has none, and so has the copy. */
export async function copyIndex(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyPlain(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}

/** Where such a copy lies: one for each checkout, since several repositories are landed in at the same time. */
export function scratchIndex({ scratch, owner }: PublishHands, gitDir: string, use: "checkout" | "recover"): string {
  const checkout = createHash("sha256").update(gitDir).digest("hex").slice(0, 16);
  return join(scratch, `${use}-${owner}-${checkout}.index`);
}
