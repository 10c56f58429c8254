import type { CommitSha, EpochMs, JobId, SheetId, TreeSha } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import { createRefs, readCommit, readTip, refsAt, swapRef } from "../../git/refs/refs.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { mergeIntoTree } from "../store/stand-in.ts";
import { trailerText } from "../../git/history/trailers.ts";
import { transferObjects } from "../../git/remote/transfer.ts";
import { readTree, writeCommit } from "../../git/history/trees.ts";
import type { CaptureProof } from "./capture.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { readSnapshotMessage } from "../snapshots/names.ts";

export interface Result {
  readonly proof: CaptureProof;
  readonly branch: string;
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly title: string;
  /** Whether the next commit goes on top of the job's last one instead of replacing it. */
  readonly stacks: boolean;
  readonly by: Identity;
  readonly at: EpochMs;
}

export type Naming =
  | { readonly kind: "named"; readonly commit: CommitSha }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Gives a result a branch in the user's repository, to look at or merge by hand; HEAD stays. An existing branch moves
 * only if Tutti put it there.
 */
export async function nameResult(
  git: Git,
  way: { store: ObjectStore; scratch: string },
  result: Result,
): Promise<Naming> {
  const gitDir = way.store.repository.commonDir;
  const before = await readCommit(git, gitDir, result.branch);
  const earlier =
    before === undefined ? [] : await refsAt(git, way.store.gitDir, { prefix: resultRefs, commit: before });
  if (before !== undefined && earlier.length === 0)
    return { kind: "refused", why: "there is a branch of that name already" };
  const isOwn = earlier.some((ref) => ref.startsWith(`${resultRefs}/${result.job}/`));
  const parent =
    (result.stacks && isOwn ? before : undefined) ??
    (await userCommit(git, way.store.gitDir, result.proof.context.base));
  const tree = await treeOn(git, way.store.gitDir, { parent, result });
  if (tree === undefined) return { kind: "refused", why: "the result is mixed with changes that are not committed" };
  const commit = await writeCommit(git, way.store.gitDir, {
    tree,
    parents: [parent],
    message: messageOf(result),
    by: result.by,
    at: result.at,
  });
  // Kept in the store as well: it tells Tutti's commits from others'.
  const own = `${resultRefs}/${result.job}/${nameOf(result.sheet)}/${String(result.attempt)}`;
  await createRefs(git, way.store.gitDir, new Map([[own, commit]]));
  await transferObjects(
    git,
    { from: way.store.gitDir, to: gitDir, scratch: way.scratch, isUsers: true },
    { tips: [commit], known: [parent] },
  );
  const isMoved = await swapRef(git, gitDir, {
    ref: result.branch,
    next: commit,
    expected: before ?? null,
    why: "tutti: result",
  });
  return isMoved ? { kind: "named", commit } : { kind: "refused", why: "it was moved at the same moment" };
}

/** Commits that Tutti put on the user's branches. */
export const resultRefs = "refs/tutti/results";

function messageOf({ title, job, sheet, attempt }: Result): string {
  return `${title}\n\nTutti-Result-Of: ${job}\nTutti-Result-Sheet: ${trailerText(sheet)}\nTutti-Result-Attempt: ${String(attempt)}\n`;
}

/** The user's commit below a base: uncommitted changes put a snapshot of Tutti's in between. */
async function userCommit(git: Git, gitDir: string, base: CommitSha): Promise<CommitSha> {
  const tip = await readTip(git, gitDir, base);
  if (tip === undefined || readSnapshotMessage(tip.message) === undefined) return base;
  const [parent] = tip.parents;
  return parent === undefined ? base : userCommit(git, gitDir, parent);
}

/** The sheet's changes on top of the parent; `undefined`: they conflict with the parent. */
async function treeOn(
  git: Git,
  gitDir: string,
  on: { parent: CommitSha; result: Result },
): Promise<TreeSha | undefined> {
  const { proof } = on.result;
  const { base } = proof.context;
  const tree = await readTree(git, gitDir, on.parent);
  if (tree === (await readTree(git, gitDir, base))) return proof.tree;
  const merge = await mergeIntoTree(git, gitDir, { tree, base, theirs: proof.commit });
  return merge.kind === "clean" ? merge.tree : undefined;
}
