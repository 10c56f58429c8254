import { existsSync } from "node:fs";
import type { Hands } from "../conductor/hands.ts";
import { forgetDeleted } from "../isolation/cleanup/forget-deleted.ts";
import { destroyContext, forgetPlace } from "../isolation/destroy.ts";
import { listContexts, reopenContext } from "../isolation/record.ts";
import { readBase } from "./base.ts";
import { enterContext } from "./contexts/enter.ts";
import { leaveContext } from "./contexts/in-place.ts";
import { settleContext } from "./contexts/settle.ts";
import { tidyUp } from "./contexts/tidy.ts";
import { takeSnapshot } from "./contexts/snapshot.ts";
import type { Equipment } from "./equipment.ts";
import { concluderOf } from "./landing/conclude.ts";
import { takenOutFinder } from "./landing/taken-out.ts";
import { landerOf, pausedQueueOf } from "./landing/land.ts";
import { failureShower } from "./landing/pulls/failed.ts";
import { pullWatcher } from "./landing/pulls/look.ts";
import { playSheet, readUsage } from "./play.ts";
import { prepareSheet } from "./prepare.ts";
import { repairOnce } from "./repair.ts";
import { validate } from "./validate.ts";

export function makeHands(equipment: Equipment): Hands {
  const { git, places, store, world, owner } = equipment;
  return {
    world,
    journal: equipment.journal,
    gates: equipment.gates,
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
    forget: (context) => forgetPlace(places, context),
    tidy: () => equipment.shared.behind(() => tidyUp(equipment)),
    repair: (job, isInterrupted) =>
      repairOnce(
        equipment,
        { git, store, world, owner, scratch: places.scratch },
        { job, isInterrupted, startedAt: equipment.startedAt, notice: equipment.notice },
      ),
    land: landerOf(equipment),
    conclude: concluderOf(equipment),
    findTakenOut: takenOutFinder(equipment),
    lookAtPulls: pullWatcher(equipment),
    showFailed: failureShower(equipment),
    pausedQueue: (job) => pausedQueueOf(equipment, job),
  };
}
