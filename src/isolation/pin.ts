import { TuttiError } from "../base/error.ts";
import type { CommitSha, JobId } from "../base/ids.ts";
import type { Git } from "../git/git.ts";
import { isAncestor, readCommit, swapRef } from "../git/refs.ts";
import { pinRef } from "./places.ts";

/**
 * Keeps a base from being pruned in the user's repository while captures on top of it are needed. One ref a job moves
 * along with the target; when the user rewrote the target, the old line gets a ref of its own and stays.
 */
export async function pinBase(git: Git, gitDir: string, pin: { job: JobId; base: CommitSha }): Promise<void> {
  const ref = pinRef(pin.job);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const current = await readCommit(git, gitDir, ref);
    if (current === pin.base) return;
    if (current !== undefined && !(await isAncestor(git, gitDir, { older: current, newer: pin.base }))) {
      await swapRef(git, gitDir, { ref: `${ref}-${current.slice(0, 12)}`, next: current, expected: null, why: "tutti: pin" });
    }
    if (await swapRef(git, gitDir, { ref, next: pin.base, expected: current ?? null, why: "tutti: pin" })) return;
  }
  throw new TuttiError("git.failed", `${ref} is being moved all the time`, {
    audience: "environment",
    hint: "Another program works in the same repository: try again.",
  });
}

/** Programs that use Tutti as a library share a pin; whoever loses a race looks again. */
const mostTries = 100;
