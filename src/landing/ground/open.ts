import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readCommit, swapRef } from "../../git/refs/refs.ts";
import type { Job } from "../../sheet/job.ts";
import type { LandingHands, PublishHands } from "../hands.ts";

/**
 * The commit that a target stands at. The branch of a job whose target stood in the way begins where that target is.
 */
export async function openTarget(
  { git, store, userObjects }: LandingHands,
  ref: string,
  origin: string | null,
): Promise<CommitSha> {
  const gitDir = store.repository.commonDir;
  const found = await userObjects.resolve(`${ref}^{commit}`);
  if (found !== undefined) return found as CommitSha;
  const start = origin === null || origin === ref ? undefined : await readCommit(git, gitDir, origin);
  if (start === undefined)
    throw new TuttiError("git.no_target", `${origin ?? ref} does not exist any more`, {
      audience: "user",
      hint: "Bring it back, then run: tutti resume",
    });
  await swapRef(git, gitDir, { ref, next: start, expected: null, why: "tutti: branch for a diverted job" });
  return (await readCommit(git, gitDir, ref)) ?? start;
}

/** `tutti/<job>`, which can't be where the user has a branch `tutti`. */
export async function wayOut({ git, store }: PublishHands, job: Job): Promise<string> {
  const isTaken = (await readCommit(git, store.repository.commonDir, "refs/heads/tutti")) !== undefined;
  return isTaken ? `tutti-${job.id}` : `tutti/${job.id}`;
}
