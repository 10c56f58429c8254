import type { Git } from "../../../git/git.ts";
import { isAncestor, readCommit } from "../../../git/refs/refs.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";

/**
 * Whether all that landed aside is on the target by now, and nothing more is to come: then there is nothing left to
 * merge.
 */
export async function isDiversionOver(git: Git, job: Job): Promise<boolean> {
  const aside = landingRef(job);
  if (job.diverted === null || job.target === null || aside === null) return false;
  if (job.status.kind !== "finished" && job.status.kind !== "cancelled") return false;
  const { commonDir } = job.repository;
  const [older, newer] = await Promise.all([readCommit(git, commonDir, aside), readCommit(git, commonDir, job.target)]);
  // A branch that its owner deleted can't be merged any more: `verify` tells whether something was lost with it.
  if (older === undefined) return true;
  return newer !== undefined && isAncestor(git, commonDir, { older, newer });
}
