import { TuttiError } from "../../../base/error.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs.ts";
import { readPushUrl, remoteOf } from "../../../git/remotes.ts";
import type { Repository } from "../../../git/repository.ts";
import { readGateFile } from "../../../landing/gates/definition/read.ts";
import type { LandingPlan } from "../../../score/landing-plan.ts";

/**
 * What would keep every result from landing is told before an agent is paid: gates that can't be read, a remote that
 * there is not.
 */
export async function requireLandable(
  git: Git,
  { commonDir }: Repository,
  { target, landing }: { target: string; landing: LandingPlan },
): Promise<void> {
  const commit = await readCommit(git, commonDir, target);
  if (commit !== undefined) await readGateFile(git, commonDir, commit);
  const named = landing.pullRequest?.remote ?? landing.push;
  if (named === null) return;
  const remote = named === true ? await remoteOf(git, commonDir, target) : named;
  if (remote !== undefined && (await readPushUrl(git, commonDir, remote)) !== undefined) return;
  const what = remote === undefined ? `no remote for ${target}` : `no remote ${JSON.stringify(remote)}`;
  throw new TuttiError(
    "landing.push_failed",
    `the repository has ${what}, so nothing could be pushed; nothing was started`,
    {
      audience: "user",
      hint: "Add one (git remote add origin …), or name another in the score.",
    },
  );
}
