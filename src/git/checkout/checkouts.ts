import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { type Git, requireOk } from "../git.ts";
import { readHeadRef } from "../refs/refs.ts";
import type { Repository } from "../repository.ts";

/** A work tree of the user's repository and the branch it has checked out. */
export interface Checkout {
  /** The folder with its HEAD and index. */
  readonly gitDir: string;
  /** Its files; `undefined` when git knows the checkout but not where its files are. */
  readonly path: string | undefined;
  /** Full ref name; `undefined` when detached. */
  readonly branch: string | undefined;
}

/** All work trees of a repository that have files, the main one first; none whose folder is gone. */
export async function readCheckouts(git: Git, repository: Repository): Promise<readonly Checkout[]> {
  const alone = await onlyCheckout(git, repository);
  if (alone !== undefined) return [alone];
  const exit = await git.sealed({ gitDir: repository.commonDir, args: ["worktree", "list", "--porcelain", "-z"] });
  const [main = "", ...linked] = requireOk(exit, "listing checkouts").toString("utf8").split("\0\0");
  const checkouts: Checkout[] = main.split("\0").includes("bare")
    ? []
    : [await mainCheckout(git, repository, pathIn(main))];
  for (const record of linked) {
    const found = await findCheckout(git, repository, pathIn(record));
    if (found !== undefined) checkouts.push(found);
  }
  return checkouts;
}

/** Where none was ever added, the one that Tutti was started in is all there is. */
async function onlyCheckout(git: Git, repository: Repository): Promise<Checkout | undefined> {
  const { commonDir, gitDir, top } = repository;
  if (top === null || gitDir !== commonDir || (await exists(join(commonDir, "worktrees")))) return undefined;
  const found = await findCheckout(git, repository, top);
  return found?.gitDir === commonDir ? found : undefined;
}

/**
 * git takes the folder above a git dir for its work tree, and the git dir itself where it is not called `.git` (made
 * with `--separate-git-dir`, or a submodule's). Only a folder that leads back to the git dir is believed.
 */
async function mainCheckout(git: Git, repository: Repository, listed: string): Promise<Checkout> {
  const gitDir = repository.commonDir;
  for (const path of [repository.gitDir === gitDir ? repository.top : null, listed]) {
    const found = path === null ? undefined : await findCheckout(git, repository, path);
    if (found?.gitDir === gitDir) return found;
  }
  return { gitDir, path: undefined, branch: await readHeadRef(git, gitDir) };
}

/** The checkout whose top is this folder; `undefined` when it is none of this repository's. */
async function findCheckout(git: Git, repository: Repository, path: string): Promise<Checkout | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  try {
    return await readCheckout(git, repository, real);
  } catch (error) {
    // Somebody may remove a worktree at any time: git can't be started in a folder that is gone.
    if (await exists(join(real, ".git"))) throw error;
    return undefined;
  }
}

async function readCheckout(git: Git, repository: Repository, real: string): Promise<Checkout | undefined> {
  const exit = await git.ask(real, [
    "rev-parse",
    "--path-format=absolute",
    "--absolute-git-dir",
    "--git-common-dir",
    "--show-toplevel",
  ]);
  const [gitDir = "", commonDir = "", top = ""] = exit.stdout.toString("utf8").split("\n");
  if (exit.code !== 0 || (await realpath(top)) !== real || (await realpath(commonDir)) !== repository.commonDir)
    return undefined;
  return { gitDir: await realpath(gitDir), path: real, branch: await readHeadRef(git, gitDir) };
}

function pathIn(record: string): string {
  return (
    record
      .split("\0")
      .find((line) => line.startsWith("worktree "))
      ?.slice("worktree ".length) ?? ""
  );
}
