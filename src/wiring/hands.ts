import type { Hands } from "../conductor/hands.ts";
import { forgetDeleted } from "../isolation/cleanup/forget-deleted.ts";
import { destroyContext, forgetPlace } from "../isolation/destroy.ts";
import { listContexts, reopenContext } from "../isolation/record.ts";
import { withScratch } from "../isolation/scratch.ts";
import type { LandingHands } from "../landing/hands.ts";
import { readBase } from "./base.ts";
import { enterContext } from "./contexts/enter.ts";
import { leaveContext } from "./contexts/in-place.ts";
import { settleContext } from "./contexts/settle.ts";
import { tidyUp } from "./contexts/tidy.ts";
import { takeSnapshot } from "./contexts/snapshot.ts";
import type { Equipment } from "./equipment.ts";
import { landerOf } from "./land.ts";
import { playSheet, readUsage } from "./play.ts";
import { prepareSheet } from "./prepare.ts";
import { repairOnce } from "./repair.ts";
import { validate } from "./validate.ts";

export function makeHands(equipment: Equipment): Hands {
  const { places, store, world } = equipment;
  const landing = landingHands(equipment);
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
      if (outcome === "kept") equipment.notice(`${proof.context.path} stays: it holds files that could not be captured`);
      return outcome;
    },
    forget: (context) => forgetPlace(places, context),
    tidy: () => tidyUp(equipment),
    repair: (job, isInterrupted) => repairOnce(equipment, landing, { job, isInterrupted, startedAt: equipment.startedAt, notice: equipment.notice }),
    land: landerOf(equipment, landing),
  };
}

function landingHands(equipment: Equipment): LandingHands {
  const { git, store, world, places, owner } = equipment;
  return {
    git,
    store,
    world,
    owner,
    scratch: places.scratch,
    validate: (job, { candidate, commit, parent }, cancel) => {
      const attempt = { job, sheet: candidate.sheet, attempt: candidate.attempt };
      const request = { store, job: job.id, sheet: candidate.sheet.id, attempt: candidate.attempt, commit, identity: job.identity, purpose: "check" as const };
      return withScratch({ git, places }, request, (folder) => validate(equipment, attempt, { folder, base: parent, result: commit, leftOut: [], cancel }));
    },
  };
}
