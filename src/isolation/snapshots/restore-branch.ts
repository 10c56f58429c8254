import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { readCommit, swapRef } from "../../git/refs/refs.ts";
import { transferObjects } from "../../git/remote/transfer.ts";

export interface BranchRequest {
  readonly commit: CommitSha;
  readonly base: CommitSha | null;
  /** The user's repository. */
  readonly commonDir: string;
  /**
   * Revisions of the user's repository that the snapshot's history probably begins at: what they reach need not be
   * copied.
   */
  readonly near: readonly string[];
  /** Full ref name. */
  readonly branch: string;
}

export type BranchOutcome = { readonly kind: "made" } | { readonly kind: "taken"; readonly by: CommitSha };

/** Makes a branch of the user's repository that stands at a snapshot. One that is there already is never moved. */
export async function restoreToBranch(
  git: Git,
  store: { gitDir: string; scratch: string },
  request: BranchRequest,
): Promise<BranchOutcome> {
  const { commonDir, commit, branch } = request;
  const there = await readCommit(git, commonDir, branch);
  if (there !== undefined) return { kind: "taken", by: there };
  const found = await Promise.all(
    [...(request.base === null ? [] : [request.base]), ...request.near].map((name) => readCommit(git, commonDir, name)),
  );
  const known = [...new Set(found.filter((name) => name !== undefined))];
  await transferObjects(
    git,
    { from: store.gitDir, to: commonDir, scratch: store.scratch, isUsers: true },
    { tips: [commit], known },
  );
  if (await swapRef(git, commonDir, { ref: branch, next: commit, expected: null, why: "tutti: restore" }))
    return { kind: "made" };
  return { kind: "taken", by: (await readCommit(git, commonDir, branch)) ?? commit };
}
