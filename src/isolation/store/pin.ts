import { TuttiError } from "../../base/error.ts";
import type { CommitSha, JobId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { isAncestor, readRef, swapRef } from "../../git/refs/refs.ts";
import { pinRef } from "../home/places.ts";

/**
 * Keeps a base from being pruned in the user's repository while captures on top of it are needed. One ref a job moves
 * along with the target; when the user rewrote the target, the old line gets a ref of its own and stays.
 */
export async function pinBase(git: Git, gitDir: string, pin: { job: JobId; base: CommitSha }): Promise<void> {
  const ref = pinRef(pin.job);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const current = (await readRef(git, gitDir, ref)) as CommitSha | undefined;
    // One whose commit is gone holds nothing any more; it is only moved on.
    const isThere = current !== undefined && (await isCommit(git, gitDir, current));
    if (current === pin.base && isThere) return;
    if (isThere && !(await isAncestor(git, gitDir, { older: current, newer: pin.base }))) {
      await swapRef(git, gitDir, {
        ref: `${ref}-${current.slice(0, 12)}`,
        next: current,
        expected: null,
        why: "tutti: pin",
      });
    }
    if (await swapRef(git, gitDir, { ref, next: pin.base, expected: current ?? null, why: "tutti: pin" })) return;
  }
  throw new TuttiError("git.failed", `${ref} is being moved all the time`, {
    audience: "environment",
    hint: "Another program works in the same repository: try again.",
  });
}

async function isCommit(git: Git, gitDir: string, commit: CommitSha): Promise<boolean> {
  return (await git.sealed({ gitDir, args: ["cat-file", "-e", `${commit}^{commit}`] })).code === 0;
}

/** Programs that use Tutti as a library share a pin; whoever loses a race looks again. */
const mostTries = 100;
