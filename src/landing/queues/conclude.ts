import { TuttiError, messageOf } from "../../base/error.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Hands } from "../../conductor/hands.ts";
import { persist } from "../../conductor/persist.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { gatesOf } from "../gates/compose.ts";
import type { LandingHands } from "../hands.ts";
import { finalPromises } from "../promises/final.ts";
import { pushTarget } from "../remote/shared-target.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { PromiseReport } from "../../sheet/promises.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { landingHands } from "./hands.ts";
import { pushOf } from "./land.ts";
import { unaskedOf } from "./promises.ts";

/**
 * What is due when all of a job has landed: gates that wait for that, and a push that is still owed. Throws when it
 * can't be said to be done.
 */
export function concluderOf(equipment: Equipment): Hands["conclude"] {
  return async (job, cancel) => {
    const ref = landingRef(job);
    const { tests, pullRequest } = job.plan.landing;
    const push = pushOf(job);
    if (push !== job.plan.landing.push)
      equipment.notice(`${ref} is not pushed: results are there only because their target stood in the way`);
    // What is merged elsewhere is judged there.
    if (ref === null || pullRequest !== null) return undefined;
    const hands = landingHands(equipment);
    if (tests === "final") await testAll(hands, job, { ref, cancel });
    if (push !== null) await pushTarget(hands, { ref, remote: push, jobs: [job], tell: equipment.notice }, cancel);
    return keptPromises(equipment, hands, { job, ref, cancel });
  };
}

/** Says how promises stand; what keeps that from being known is said too, and costs the job nothing. */
async function keptPromises(
  equipment: Equipment,
  hands: LandingHands,
  { job, ref, cancel }: { job: Job; ref: string; cancel: AbortSignal },
): Promise<PromiseReport | undefined> {
  if (job.plan.sheets.every(({ validations }) => validations.length === 0)) return undefined;
  if (promiseScope(job.plan.landing) === "none") return { kind: "not-asked", why: notWanted(job) };
  try {
    const head = await readCommit(hands.git, hands.store.repository.commonDir, ref);
    if (head === undefined) return { kind: "not-asked", why: `${ref} is gone` };
    const states = await equipment.past.sheets(job.id);
    const landed = new Set(
      [...states].flatMap(([sheet, state]) => (state.kind === "landed" && state.pull === undefined ? [sheet] : [])),
    );
    const unasked = (id: SheetId): number => {
      const sheet = job.plan.sheets.find((one) => one.id === id);
      return sheet === undefined ? 0 : unaskedOf(equipment, { job, sheet, attempt: 1 });
    };
    const { world, notice } = equipment;
    const question = { job, ref, head, landed, unasked, cancel };
    return await persist({ world, notice, cancel }, () => finalPromises(hands, question));
  } catch (error) {
    return { kind: "not-asked", why: messageOf(error) };
  }
}

function notWanted({ plan: { landing } }: Job): string {
  return landing.promises === undefined ? "the score says revalidate: false" : "the score says promises: none";
}

async function testAll(
  hands: LandingHands,
  job: Job,
  { ref, cancel }: { ref: string; cancel: AbortSignal },
): Promise<void> {
  const commit = await readCommit(hands.git, hands.store.repository.commonDir, ref);
  if (commit === undefined) return;
  const file = await hands.gateFile(commit);
  const gates = gatesOf({ file, plan: { ...job.plan.landing, tests: "full" } });
  const { tree } = await hands.objects.readCommit(commit);
  const reports = await hands.test({
    commit,
    tree,
    target: { ref, tree },
    requirements: gates,
    changed: () => Promise.resolve([]),
    cancel,
  });
  const failed = reports.find(({ passed }) => !passed);
  if (failed === undefined) return;
  throw new TuttiError(
    "landing.final_failed",
    `all results landed on ${ref}, but together they fail the gate ${failed.name}: ${failed.reason}`,
    {
      audience: "user",
      hint: `Fix it there and run: tutti resume ${job.id}, which runs the gates again; or take a sheet back: tutti undo SHEET`,
    },
  );
}
