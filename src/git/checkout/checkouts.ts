import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { readSmall } from "../../base/files/read-small.ts";
import type { Git } from "../git.ts";
import { readHeadRef } from "../refs/refs.ts";
import type { Repository } from "../repository.ts";
import { listWorktrees } from "./worktree-list.ts";

/** A work tree of the user's repository. */
export interface Checkout {
  /** The folder with its HEAD and index. */
  readonly gitDir: string;
  /** `undefined`: git does not know where its files are. */
  readonly path: string | undefined;
  /** Full ref name; `undefined` when detached. */
  readonly branch: string | undefined;
}

/** All work trees that have files, the main one first. */
export async function readCheckouts(git: Git, repository: Repository): Promise<readonly Checkout[]> {
  const alone = await onlyCheckout(git, repository);
  if (alone !== undefined) return [alone];
  const [main, ...linked] = await listWorktrees(git, repository.commonDir);
  const checkouts: Checkout[] =
    main === undefined || main.isBare ? [] : [await mainCheckout(git, repository, main.path)];
  for (const { path } of linked) {
    const found = await findCheckout(git, repository, path);
    if (found !== undefined) checkouts.push(found);
  }
  return checkouts;
}

/** Where none was ever added, this one is all there is. */
async function onlyCheckout(git: Git, repository: Repository): Promise<Checkout | undefined> {
  const { commonDir, gitDir, top } = repository;
  if (top === null || gitDir !== commonDir || (await exists(join(commonDir, "worktrees")))) return undefined;
  if (await isPlainCheckout(commonDir, top))
    return { gitDir: commonDir, path: top, branch: await readHeadRef(git, commonDir) };
  const found = await findCheckout(git, repository, top);
  return found?.gitDir === commonDir ? found : undefined;
}

/** A folder with its `.git` in it, and nothing configured that says otherwise: git need not be asked. */
async function isPlainCheckout(gitDir: string, top: string): Promise<boolean> {
  const [inside, folder] = await Promise.all([realpath(join(top, ".git")), realpath(top)]).catch(() => []);
  if (inside !== gitDir || folder !== top) return false;
  const config = await readSmall(join(gitDir, "config"));
  return config.kind === "read" && !/worktree|include/i.test(config.text);
}

/**
 * git takes the folder above a git dir for its work tree, and the git dir itself where it is not called `.git`
 * (`--separate-git-dir`, submodules). Only a folder that leads back to the git dir is believed.
 */
async function mainCheckout(git: Git, repository: Repository, listed: string): Promise<Checkout> {
  const gitDir = repository.commonDir;
  for (const path of [repository.gitDir === gitDir ? repository.top : null, listed]) {
    const found = path === null ? undefined : await findCheckout(git, repository, path);
    if (found?.gitDir === gitDir) return found;
  }
  return { gitDir, path: undefined, branch: await readHeadRef(git, gitDir) };
}

/** `undefined`: the folder is no checkout of this repository. */
async function findCheckout(git: Git, repository: Repository, path: string): Promise<Checkout | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  try {
    return await readCheckout(git, repository, real);
  } catch (error) {
    // A worktree may be removed at any time: git can't start in a folder that is gone.
    if (await exists(join(real, ".git"))) throw error;
    return undefined;
  }
}

async function readCheckout(git: Git, repository: Repository, real: string): Promise<Checkout | undefined> {
  const asked = ["--absolute-git-dir", "--git-common-dir", "--show-toplevel"];
  const exit = await git.ask(real, ["rev-parse", "--path-format=absolute", ...asked]);
  const [gitDir = "", commonDir = "", top = ""] = exit.stdout.toString("utf8").split("\n");
  if (exit.code !== 0 || (await realpath(top)) !== real || (await realpath(commonDir)) !== repository.commonDir)
    return undefined;
  return { gitDir: await realpath(gitDir), path: real, branch: await readHeadRef(git, gitDir) };
}
