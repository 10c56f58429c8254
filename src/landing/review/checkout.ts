import { andMore, branchName } from "../../base/text.ts";
import { join } from "node:path";
import type { CommitSha } from "../../base/ids.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { type Change, readChanges } from "../../git/diff/changes.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listDirty } from "../../git/index.ts";
import { readCommit, readHeadRef } from "../../git/refs/refs.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { copyIndex } from "../checkout/worktrees.ts";
import { findInTheWay } from "../checkout/in-the-way.ts";
import { operationUnderWay } from "../checkout/occupied.ts";

/** A checkout of the user's. */
export interface OwnCheckout {
  readonly gitDir: string;
  readonly path: string;
  /** The folder that the checkouts of its repository share. */
  readonly commonDir: string;
}

export interface HeadNow {
  /** Full name; `null`: detached. */
  readonly branch: string | null;
  /** `null` where the branch has none yet. */
  readonly commit: CommitSha | null;
}

export async function readHead(git: Git, { gitDir }: OwnCheckout): Promise<HeadNow> {
  const [branch, commit] = await Promise.all([readHeadRef(git, gitDir), readCommit(git, gitDir, "HEAD")]);
  return { branch: branch ?? null, commit: commit ?? null };
}

interface Looking {
  readonly git: Git;
  readonly scratch: string;
}

/** Why switching would touch files of the user; `undefined`: it would not. */
export async function whyNotSwitch(
  looking: Looking,
  checkout: OwnCheckout,
  step: { readonly from: CommitSha; readonly to: CommitSha },
): Promise<string | undefined> {
  const { git } = looking;
  const busy = await operationUnderWay(checkout.gitDir);
  if (busy !== undefined) return `${checkout.path} is in the middle of a ${busy}`;
  const changes = await readChanges(git, checkout.commonDir, step);
  return withIndex(looking, checkout, (index) => dirtIn(git, index, changes));
}

async function dirtIn(git: Git, index: PrivateIndex, changes: readonly Change[]): Promise<string | undefined> {
  // Stat data may be stale without any change of content.
  await git.checkout({ ...index, args: ["update-index", "-q", "--refresh"] });
  const [first, ...more] = await listDirty(git, index, "HEAD");
  if (first !== undefined) {
    return `${shownPath(first)}${andMore(more.length)} in ${index.workTree} has changes that are not committed`;
  }
  return findInTheWay(git, index, { changes, from: "HEAD" });
}

/** On a copy: looking must not write to the user's own index. */
async function withIndex<T>(
  { scratch }: Looking,
  { gitDir, path }: OwnCheckout,
  look: (index: PrivateIndex) => Promise<T>,
): Promise<T> {
  await makeFolder(scratch);
  return withFlatFolder(scratch, async (folder) => {
    const index = join(folder, "index");
    await copyIndex(join(gitDir, "index"), index);
    return look({ gitDir, workTree: path, index });
  });
}

/** As `git switch`, which refuses to lose a file of the user's; returns why, or `undefined`. */
export async function switchTo(
  git: Git,
  { gitDir, path }: OwnCheckout,
  to: { readonly branch: string | null; readonly commit: CommitSha },
): Promise<string | undefined> {
  const where = to.branch === null ? ["--detach", to.commit] : [branchName(to.branch)];
  const exit = await git.checkout({
    gitDir,
    workTree: path,
    args: ["switch", "--quiet", "--no-guess", "--no-overwrite-ignore", ...where],
  });
  return exit.code === 0 ? undefined : exit.stderr.trim().slice(0, 1000);
}
