import { TuttiError, messageOf } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import { readCommit } from "../git/refs.ts";
import { isInPlace } from "../score/isolation.ts";
import { pinBase } from "../isolation/pin.ts";
import type { SheetPlan } from "../score/plan.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import type { Equipment } from "./equipment.ts";
import { startOf } from "./isolate-make.ts";
import { fetchTarget } from "./landing/pulls/target.ts";

/** The commit that a sheet's next attempt starts from, pinned. */
export async function readBase(equipment: Equipment, job: Job, sheet: SheetPlan): Promise<CommitSha> {
  const { git, store } = equipment;
  const gitDir = store.repository.commonDir;
  const found = isInPlace(job.isolation.level)
    ? await readCommit(git, store.repository.gitDir, "HEAD")
    : await readStart(equipment, job, sheet);
  // A folder without history has nothing before it.
  const base = found ?? (await startOf(equipment, { store, from: "HEAD" }));
  if (found !== undefined) await pinBase(git, gitDir, { job: job.id, base });
  return base;
}

/** Where results land; a sheet that waits for no other starts from the branch that the score names for it. */
async function readStart(equipment: Equipment, job: Job, sheet: SheetPlan): Promise<CommitSha> {
  const { git, store } = equipment;
  const source = sheet.after.length === 0 ? job.plan.isolation.sourceBranch : null;
  const shared = source === null ? await readShared(equipment, job) : undefined;
  if (shared !== undefined) return shared;
  const refs = [source === null ? null : `refs/heads/${source}`, landingRef(job), job.target];
  for (const ref of refs) {
    const commit = ref === null ? undefined : await readCommit(git, store.repository.commonDir, ref);
    if (commit !== undefined) return commit;
    if (ref !== null && ref === refs[0]) throw gone(job, ref);
  }
  throw gone(job, job.target ?? "the target");
}

/**
 * What is merged elsewhere is not here yet: what becomes a pull request begins at the target as the remote has it,
 * where that can be reached.
 */
async function readShared(equipment: Equipment, job: Job): Promise<CommitSha | undefined> {
  const { pullRequest } = job.plan.landing;
  if (pullRequest === null) return undefined;
  try {
    return await fetchTarget(equipment, job, pullRequest.upstream ?? pullRequest.remote);
  } catch (error) {
    equipment.notice(`sheets begin at the target as it is here: ${messageOf(error)}`);
    return undefined;
  }
}

function gone(job: Job, ref: string): TuttiError {
  return new TuttiError("git.no_target", `${ref} does not exist any more`, {
    audience: "user",
    hint: `Bring it back, then run: tutti resume ${job.id}`,
  });
}
