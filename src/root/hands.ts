import { existsSync } from "node:fs";
import { TuttiError, messageOf } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import type { Attempt, Hands } from "../conductor/hands.ts";
import { releaseKept } from "../git/objects/bytes/kept-pack.ts";
import { readCommit } from "../git/refs/refs.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import { forgetDeleted } from "../isolation/cleanup/forget-deleted.ts";
import { destroyContext, forgetInPlace } from "../isolation/destroy.ts";
import { maintainStore } from "../isolation/store/maintenance.ts";
import { pinBase } from "../isolation/store/pin.ts";
import { listContexts, reopenContext } from "../isolation/records/record.ts";
import { nameResult } from "../isolation/result-branch.ts";
import { sweepStore } from "../isolation/records/sweep.ts";
import type { PublishHands } from "../landing/hands.ts";
import { type Repair, removeDeadLocks, repairRepository } from "../landing/checkout/locks/recovery.ts";
import { isInPlace } from "../score/plan/isolation.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import { enterContext } from "../isolation/enter/enter.ts";
import { leaveContext } from "../isolation/enter/in-place.ts";
import { acceptShared } from "../isolation/enter/shared.ts";
import { takeSnapshot } from "../isolation/enter/snapshot.ts";
import type { Equipment } from "../conductor/equipment/equipment.ts";
import { startOf } from "../isolation/store/object-store.ts";
import { concluderOf } from "../landing/queues/conclude.ts";
import { landingHands } from "../landing/queues/hands.ts";
import { landerOf, pausedQueueOf } from "../landing/queues/land.ts";
import { propose } from "../landing/pulls/propose.ts";
import { failureShower } from "../landing/pulls/failed.ts";
import { pullWatcher } from "../landing/pulls/feedback.ts";
import { fetchTarget } from "../landing/pulls/site.ts";
import { findTakenOut } from "../landing/verify/undone/taken-out.ts";
import { playSheet, readUsage } from "../conductor/equipment/play.ts";
import { prepareSheet } from "../conductor/equipment/prepare.ts";
import { validate } from "../conductor/equipment/checking.ts";

export function makeHands(equipment: Equipment): Hands {
  const { git, places, store, world, owner } = equipment;
  return {
    world,
    journal: equipment.journal,
    throttles: equipment.throttles,
    notice: equipment.notice,
    readBase: (job, sheet) => readBase(equipment, job, sheet),
    enterContext: (attempt, start, cancel) => enterContext(equipment, attempt, { start, cancel }),
    leaveContext: (context) => leaveContext(equipment, context),
    findContext: async (id) => {
      const found = await reopenContext(places, id);
      // A kill between taking the files away and dropping the notes leaves notes of nothing.
      if (found === undefined) await forgetDeleted(places, id);
      return found;
    },
    listContexts: async (job) => (await listContexts(places)).filter((record) => record.job === job.id),
    isGone: () => !existsSync(store.repository.commonDir),
    mayStart: equipment.mayStart,
    settle: (attempt, proof, isGood) => settleContext(equipment, attempt, { proof, isGood }),
    prepare: (attempt, context, cancel) => prepareSheet(equipment, attempt, { context, cancel }),
    play: (attempt, context, how) => playSheet(equipment, attempt, { context, how }),
    readUsage: (attempt, agent, session) => readUsage(equipment, attempt, { agent, session }),
    capture: (attempt, context, why) => takeSnapshot(equipment, attempt, { context, why }),
    validate: (attempt, proof, cancel) =>
      validate(equipment, attempt, {
        folder: proof.context.path,
        base: proof.context.base,
        result: proof.commit,
        leftOut: proof.leftOut.map((item) => item.path),
        cancel,
      }),
    destroy: async (proof) => {
      const outcome = await destroyContext(places, store, proof);
      if (outcome === "kept")
        equipment.notice(`${proof.context.path} stays: it holds files that could not be captured`);
      return outcome;
    },
    forget: (context) => forgetInPlace(places, context),
    tidy: () => equipment.shared.behind(() => tidyUp(equipment)),
    repair: (job, isInterrupted) =>
      repairOnce(
        equipment,
        { git, store, world, owner, scratch: places.scratch },
        { job, isInterrupted, startedAt: equipment.startedAt, notice: equipment.notice },
      ),
    land: landerOf(equipment, propose),
    conclude: concluderOf(equipment),
    findTakenOut: (job, landed) => findTakenOut(landingHands(equipment), job, landed),
    lookAtPulls: pullWatcher(equipment),
    showFailed: failureShower(equipment),
    pausedQueue: (job) => pausedQueueOf(equipment, job),
  };
}

/** The upkeep that git would do by itself, and the trash. A job's outcome never depends on it. */
async function tidyUp(equipment: Equipment): Promise<void> {
  const { git, store, places, notice } = equipment;
  await equipment.cleanUp();
  // The notes about a folder of the user's, which stay after a failure, need nothing of the store.
  const isAnyContextAlive = async (): Promise<boolean> =>
    (await listContexts(places)).some((record) => record.store === store.gitDir && !isInPlace(record.context.level));
  const upkeep = maintainStore(git, store, { isAnyContextAlive }).then(() =>
    releaseKept(store.repository.commonDir, equipment.world.now()),
  );
  await upkeep.catch((error: unknown) => {
    notice(`Tutti's store could not be tidied up: ${messageOf(error)}`);
  });
}

/**
 * Puts a repository in order when the first job of it is played in this process. For the next ones there is nothing of
 * a dead process left but locks of their own landings; what else is there may be another job's, at work.
 */
async function repairOnce(equipment: Equipment, landing: PublishHands, repair: Repair): Promise<void> {
  const { shared, places, store } = equipment;
  const known = shared.repaired.get(store.gitDir);
  if (known !== undefined) {
    await known;
    return removeDeadLocks(landing, repair);
  }
  const repairing = sweepStore(places, store, equipment.notice).then(() => repairRepository(landing, repair));
  shared.repaired.set(store.gitDir, repairing);
  // What went wrong once may go well the next time.
  repairing.catch(() => shared.repaired.delete(store.gitDir));
  return repairing;
}

/** What a level owes once an attempt is judged. A clean-up that fails says so and costs nothing else. */
async function settleContext(
  equipment: Equipment,
  attempt: Attempt,
  judged: { proof: CaptureProof; isGood: boolean },
): Promise<void> {
  const { proof, isGood } = judged;
  const { job } = attempt;
  if (isGood && proof.changed && proof.context.branch !== null)
    await giveBranch(equipment, attempt, { proof, branch: proof.context.branch });
  if (isGood && job.isolation.per === "job") await acceptShared(equipment, proof);
}

async function giveBranch(
  equipment: Equipment,
  { job, sheet, attempt }: Attempt,
  result: { proof: CaptureProof; branch: string },
): Promise<void> {
  const { git, store, places, world, notice } = equipment;
  const outcome = await nameResult(
    git,
    { store, scratch: places.scratch },
    {
      ...result,
      job: job.id,
      sheet: sheet.id,
      attempt,
      title: sheet.title,
      stacks: job.isolation.per === "job",
      by: job.identity,
      at: world.now(),
    },
  ).catch((error: unknown) => ({ kind: "failed" as const, why: messageOf(error) }));
  if (outcome.kind !== "named") notice(`${sheet.id}: ${result.branch} was not written: ${outcome.why}`);
}

/** The commit that a sheet's next attempt starts from, pinned. */
async function readBase(equipment: Equipment, job: Job, sheet: SheetPlan): Promise<CommitSha> {
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
