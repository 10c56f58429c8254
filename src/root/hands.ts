import { existsSync } from "node:fs";
import { validate } from "../conductor/equipment/checking.ts";
import { chooserOf } from "../conductor/equipment/judge/choose.ts";
import type { Equipment } from "../conductor/equipment/equipment.ts";
import { playSheet, readUsage } from "../conductor/equipment/play.ts";
import { prepareSheet } from "../conductor/equipment/prepare.ts";
import { tryBase } from "../conductor/equipment/ready/try-base.ts";
import { repairOnce, tidyUp } from "../conductor/equipment/upkeep.ts";
import type { Hands } from "../conductor/hands.ts";
import { destroyContext, forgetInPlace } from "../isolation/cleanup/destroy.ts";
import { readBase } from "../isolation/enter/base.ts";
import { enterContext } from "../isolation/enter/enter.ts";
import { leaveContext } from "../isolation/enter/in-place.ts";
import { settleContext } from "../isolation/enter/settle.ts";
import { takeSnapshot } from "../isolation/enter/snapshot.ts";
import { forgetDeleted, listContexts, reopenContext } from "../isolation/records/record.ts";
import { failureShower } from "../landing/pulls/failed.ts";
import { pullWatcher } from "../landing/pulls/feedback.ts";
import { propose } from "../landing/pulls/propose.ts";
import { fetchTarget, openSite } from "../landing/pulls/site.ts";
import { concluderOf } from "../landing/equipped/conclude.ts";
import { carryOver } from "../landing/merge/handover/carry-over.ts";
import { liveCollisions } from "../landing/radar/live-collisions.ts";
import { makeMergeMemory } from "../landing/radar/trial-merges.ts";
import { landingHands } from "../landing/equipped/hands.ts";
import { landerOf, pausedQueueOf } from "../landing/equipped/land.ts";
import { isInPlace } from "../score/plan/isolation.ts";
import type { Job } from "../sheet/job.ts";
import { makeRecall } from "../conductor/equipment/recall.ts";
import { lookAgain } from "../landing/verify/undone/look-again.ts";
import { findTakenOut } from "../landing/verify/undone/taken-out.ts";

/** The loops' hands, with real contexts, agents and landings. */
export function makeHands(equipment: Equipment): Hands {
  const { places, store, world, notice, records, shared } = equipment;
  const openServer = async (job: Job): Promise<unknown> => {
    const { pullRequest } = job.plan.landing;
    return pullRequest === null ? null : openSite(equipment, job, pullRequest);
  };
  const merges = makeMergeMemory();
  return {
    world,
    journal: records.journal,
    throttles: shared.throttles,
    notice,
    mayStart: shared.mayStart,
    enlist: shared.enlist,
    recall: makeRecall(equipment),
    tryBase: (job, commit, cancel) => tryBase(equipment, job, { commit, cancel, openServer }),
    readBase: (job, sheet) => readBase(equipment, { job, sheet, fetchTarget }),
    enterContext: (attempt, start, cancel) => enterContext(equipment, attempt, { start, cancel }),
    foresee: (job, count, commit) => {
      const { isolation, plan } = job;
      // A folder of the score's own may be on another disk.
      const isPooled = isolation.per === "sheet" && !isInPlace(isolation.level) && plan.isolation.folder === null;
      if (isPooled) store.warm?.expect(job.id, count, commit);
    },
    leaveContext: (context) => leaveContext(equipment, context),
    findContext: async (id) => {
      const found = await reopenContext(places, id);
      // A kill between removing the files and dropping their record leaves a record of nothing.
      if (found === undefined) await forgetDeleted(places, id);
      return found;
    },
    listContexts: (job) => listContexts(places, job.id),
    isGone: () => !existsSync(store.repository.commonDir),
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
      if (outcome === "kept") notice(`${proof.context.path} stays: it holds files that could not be captured`);
      return outcome;
    },
    forget: (context) => forgetInPlace(places, context),
    tidy: () =>
      shared.behind(async () => {
        await lookAgain(landingHands(equipment), {
          ...equipment.records,
          now: equipment.world.now(),
          fetchTarget: (job, remote) => fetchTarget(equipment, job, remote),
        });
        await tidyUp(equipment);
      }),
    repair: (job, isInterrupted) => repairOnce(equipment, job, isInterrupted),
    land: landerOf(equipment, propose),
    conclude: concluderOf(equipment),
    carryOver: async ({ job, sheet, attempt }, { base, kept, agent }) => {
      const head = await readBase(equipment, { job, sheet, fetchTarget });
      return carryOver(landingHands(equipment), { job, sheet, attempt, agent }, { base, kept, head });
    },
    collisions: (job, states) => {
      const { gitDir, repository } = store;
      const place = { git: equipment.git, gitDir, commonDir: repository.commonDir, scratch: places.scratch };
      return liveCollisions({ ...place, memory: merges }, { job, states });
    },
    findTakenOut: (job, landed) => findTakenOut(landingHands(equipment), job, landed),
    lookAtPulls: pullWatcher(equipment),
    showFailed: failureShower(equipment),
    chooseResult: chooserOf(equipment),
    pausedQueue: (job) => pausedQueueOf(equipment, job),
  };
}
