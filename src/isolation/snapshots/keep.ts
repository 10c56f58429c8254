import { TuttiError } from "../../base/error.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type RefCommit, readRefCommits } from "../../git/refs/ref-commits.ts";
import { swapRef } from "../../git/refs/refs.ts";
import { snapshotNumber, snapshotRef } from "./refs.ts";

export interface KeptSnapshot {
  readonly ref: string;
  readonly number: number;
  readonly commit: CommitSha;
  /** False when the newest snapshot already says the same: nothing was written, and this is that one. */
  readonly isNew: boolean;
}

/**
 * A commit that is to become the next snapshot under a prefix of `refs.ts`. `base` is its parent; `null` when it has
 * none.
 */
export interface NewSnapshot {
  readonly prefix: string;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly base: CommitSha | null;
}

/** Whoever loses this often does not race with other snapshots but with something that makes refs all the time. */
const mostTries = 1000;

/**
 * Puts a snapshot under the next free number; every capture ends here. A ref is only ever made, never moved, so of two
 * at once each gets its own number. Content that the newest one has already, on the same base, makes no ref.
 */
export async function keepSnapshot(git: Git, gitDir: string, next: NewSnapshot): Promise<KeptSnapshot> {
  let number = 0;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const newest = await readNewest(git, gitDir, next.prefix);
    if (newest !== undefined && isSame(newest, next))
      return { ref: newest.ref, number: newest.number, commit: newest.commit, isNew: false };
    number = Math.max(number, newest?.number ?? 0) + 1;
    const ref = snapshotRef(next.prefix, number);
    if (await swapRef(git, gitDir, { ref, next: next.commit, expected: null, why: "tutti: snapshot" }))
      return { ref, number, commit: next.commit, isNew: true };
  }
  throw new TuttiError("git.failed", `no free number for a snapshot under ${next.prefix}`, { audience: "environment" });
}

/** The snapshot with the highest number under a prefix. */
export async function readNewest(
  git: Git,
  gitDir: string,
  prefix: string,
): Promise<(RefCommit & { readonly number: number }) | undefined> {
  const [newest] = await readRefCommits(git, gitDir, { prefix, last: 1 });
  const number = newest === undefined ? undefined : snapshotNumber(prefix, newest.ref);
  return newest === undefined || number === undefined ? undefined : { ...newest, number };
}

function isSame(newest: RefCommit, next: NewSnapshot): boolean {
  return (
    newest.tree === next.tree &&
    newest.parents.length === (next.base === null ? 0 : 1) &&
    (newest.parents[0] ?? null) === next.base
  );
}
