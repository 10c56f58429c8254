import { sharedRecipe } from "../../score/plan/recipe.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Hands } from "../../conductor/hands.ts";
import { persist } from "../../conductor/persist.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { gatesOf } from "../gates/compose.ts";
import type { LandingHands } from "../hands.ts";
import { finalPromises } from "../promises/final.ts";
import { closingOf } from "../receipts/closing.ts";
import { writeClosing } from "../receipts/write.ts";
import { pushTarget } from "../remote/shared-target.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { PromiseReport } from "../../sheet/promises.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { landingHands } from "./hands.ts";
import { pushOf } from "./land.ts";
import { unaskedOf } from "./promises.ts";

/** When all of a job has landed: final gates, and a push that is still due. Throws when either fails. */
export function concluderOf(equipment: Equipment): Hands["conclude"] {
  return async (job, cancel) => {
    const ref = landingRef(job);
    const { tests, pullRequest } = job.plan.landing;
    const push = pushOf(job);
    if (push !== job.plan.landing.push)
      equipment.notice(`${ref} is not pushed: results are there only because their target stood in the way`);
    // A pull request that is merged elsewhere is judged there.
    if (ref === null || pullRequest !== null) return undefined;
    const hands = landingHands(equipment);
    if (tests === "final") await testAll(hands, job, { ref, cancel });
    if (push !== null) await pushTarget(hands, { ref, remote: push, jobs: [job], tell: equipment.notice }, cancel);
    const report = await keptPromises(equipment, hands, { job, ref, cancel });
    if (report?.kind === "asked" && report.promised + report.unasked > 0)
      await persist({ ...equipment, cancel }, () => writeEnd(hands, job, report)).catch((error: unknown) => {
        equipment.notice(`the receipt of the end of ${job.id} could not be written: ${messageOf(error)}`);
      });
    return report;
  };
}

/** Into Tutti's own store first, as with landings: `verify` compares both. */
async function writeEnd(
  hands: LandingHands,
  job: Job,
  report: Extract<PromiseReport, { readonly kind: "asked" }>,
): Promise<void> {
  const { tree } = await hands.objects.readCommit(report.commit);
  const closing = closingOf(job.id, report, { tree, at: hands.self.world.now() });
  await writeClosing({ objects: hands.objects, of: "meant" }, closing);
  await writeClosing({ objects: hands.userObjects }, closing);
}

/** Without an answer it says why; that costs the job nothing. */
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
    const states = await equipment.records.past.sheets(job.id);
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
  const file = await hands.gates.file(commit);
  const gates = gatesOf({ file, plan: { ...job.plan.landing, tests: "full" }, recipe: sharedRecipe(job.plan) });
  const { tree } = await hands.objects.readCommit(commit);
  const reports = await hands.gates.test({
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
