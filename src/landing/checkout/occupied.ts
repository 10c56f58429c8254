import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";
import type { Repository } from "../../git/repository.ts";
import type { PublishHands } from "../hands.ts";
import { listWorktrees } from "./worktrees.ts";
import { readdir, readlink } from "node:fs/promises";

const signs = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
] as const;

/** An operation of the user's that expects HEAD to stay. */
export async function operationUnderWay(gitDir: string): Promise<string | undefined> {
  for (const [file, name] of signs) {
    if (await exists(join(gitDir, file))) return name;
  }
  return undefined;
}

/** The branch that a rebase will move at its end, and its commit when it began. */
export async function rebaseUnderWay(
  gitDir: string,
): Promise<{ readonly branch: string; readonly from: string } | undefined> {
  for (const folder of ["rebase-merge", "rebase-apply"]) {
    const [branch, from] = await Promise.all(
      ["head-name", "orig-head"].map((name) => readPlainText(join(gitDir, folder, name)).catch(() => undefined)),
    );
    if (branch !== undefined) return { branch: branch.trim(), from: from?.trim() ?? "" };
  }
  return undefined;
}

const pauseMs = 100;
/** Longer than git takes for an operation, shorter than a person takes to resolve a conflict. */
const tries = 100;
/** After so many tries it is said what is waited for. */
const triesInSilence = 20;

/** Waits for a rebase, merge, cherry-pick or revert on the branch. False: it lasts, so the person has to end it. */
export async function untilIdle(hands: PublishHands, ref: string): Promise<boolean> {
  for (let count = 0; count < tries; count += 1) {
    const busy = await operationOn(hands, ref);
    if (busy === undefined) return true;
    if (count === triesInSilence) hands.self.notice?.(`landing on ${ref} waits: ${busy}`);
    await new Promise<void>((resolve) => hands.self.world.after(pauseMs, resolve));
  }
  return false;
}

async function operationOn({ store }: PublishHands, ref: string): Promise<string | undefined> {
  for (const { gitDir, path } of await listWorktrees(store.repository)) {
    const operation = await operationUnderWay(gitDir);
    if (operation === undefined) continue;
    const head = await readPlainText(join(gitDir, "HEAD")).catch(() => "");
    if (head.trim() === `ref: ${ref}` || (await rebaseUnderWay(gitDir))?.branch === ref)
      return `${path} is in the middle of a ${operation}`;
  }
  return undefined;
}

/**
 * No checkout has the branch, by git's files alone: most targets are checked out nowhere, and git would need three
 * processes. False when in doubt: then git is asked.
 */
export async function isUnoccupied(commonDir: string, ref: string): Promise<boolean> {
  const linked = await readdir(join(commonDir, "worktrees")).catch((error: unknown) =>
    isAbsent(error) ? [] : undefined,
  );
  if (linked === undefined) return false;
  const gitDirs = [commonDir, ...linked.map((name) => join(commonDir, "worktrees", name))];
  const found = await Promise.all(gitDirs.map((gitDir) => isElsewhere({ gitDir, commonDir }, ref)));
  return found.every(Boolean);
}

/** A bare repository's own HEAD belongs to no checkout. */
export async function isCheckedOut(repository: Repository, ref: string): Promise<boolean> {
  return (await listWorktrees(repository)).length > 0 && !(await isUnoccupied(repository.commonDir, ref));
}

async function isElsewhere(
  { gitDir, commonDir }: { readonly gitDir: string; readonly commonDir: string },
  ref: string,
): Promise<boolean> {
  const path = join(gitDir, "HEAD");
  // Old ones are links to the branch, and reading them would give its commit.
  if (await isLink(path)) return false;
  const head = await readPlainText(path).catch(() => "");
  const branch = /^ref: (refs\/\S+)\n$/.exec(head)?.[1];
  if (branch === undefined && !/^[0-9a-f]{40,64}\n$/.test(head)) return false;
  if (branch !== undefined && !(await isOther({ commonDir, branch }, ref))) return false;
  return (await rebaseUnderWay(gitDir)) === undefined;
}

/** Some disks do not distinguish `Main` from `main`. `.invalid`: refs are kept in another way. */
async function isOther(
  { commonDir, branch }: { readonly commonDir: string; readonly branch: string },
  ref: string,
): Promise<boolean> {
  if (branch.toLowerCase() === ref.toLowerCase() || branch.endsWith("/.invalid")) return false;
  const path = join(commonDir, branch);
  const text = await readPlainText(path).catch((error: unknown) => (isAbsent(error) ? "" : undefined));
  // A branch that only represents another one.
  return text !== undefined && !text.startsWith("ref:") && !(await isLink(path));
}

async function isLink(path: string): Promise<boolean> {
  return (await readlink(path).catch(() => undefined)) !== undefined;
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
