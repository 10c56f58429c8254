import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import { startOf } from "../store/object-store.ts";
import { pinBase } from "../store/pin.ts";

/** Reads the target from a remote. */
type FetchTarget = (equipment: Equipment, job: Job, remote: string) => Promise<CommitSha>;

/** Where an attempt starts. */
export interface Beginning {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly fetchTarget: FetchTarget;
}

/** The commit that a sheet's next attempt starts from, pinned. */
export async function readBase(equipment: Equipment, of: Beginning): Promise<CommitSha> {
  const { git, store } = equipment;
  const gitDir = store.repository.commonDir;
  const found = isInPlace(of.job.isolation.level)
    ? await readCommit(git, store.repository.gitDir, "HEAD")
    : await readStart(equipment, of);
  // A folder without history has nothing before it.
  const base = found ?? (await startOf(equipment, { store, from: "HEAD" }));
  if (found !== undefined) await pinBase(git, gitDir, { job: of.job.id, base });
  return base;
}

/** The branch that results land on. A sheet that waits for no other starts from the branch that the score names. */
async function readStart(equipment: Equipment, { job, sheet, fetchTarget }: Beginning): Promise<CommitSha> {
  const { git, store } = equipment;
  const source = sheet.after.length === 0 ? job.plan.isolation.sourceBranch : null;
  const remote = source === null ? await readRemote(equipment, job, fetchTarget) : undefined;
  if (remote !== undefined) return remote;
  const refs = [source === null ? null : `refs/heads/${source}`, landingRef(job), job.target];
  for (const ref of refs) {
    const commit = ref === null ? undefined : await readCommit(git, store.repository.commonDir, ref);
    if (commit !== undefined) return commit;
    if (ref !== null && ref === refs[0]) throw gone(job, ref);
  }
  throw gone(job, job.target ?? "the target");
}

/** A pull request starts from the target as the remote has it, if the remote can be reached. */
async function readRemote(equipment: Equipment, job: Job, fetchTarget: FetchTarget): Promise<CommitSha | undefined> {
  const { pullRequest } = job.plan.landing;
  if (pullRequest === null) return undefined;
  try {
    return await fetchTarget(equipment, job, pullRequest.upstream ?? pullRequest.remote);
  } catch (error) {
    equipment.notice(`the remote's target cannot be fetched, so sheets start from the local one: ${messageOf(error)}`);
    return undefined;
  }
}

function gone(job: Job, ref: string): TuttiError {
  return new TuttiError("git.no_target", `${ref} does not exist any more`, {
    audience: "user",
    hint: `Bring it back, then run: tutti resume ${job.id}`,
  });
}
