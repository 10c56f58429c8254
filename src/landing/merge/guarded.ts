import { compareTrees } from "../../git/objects/trees/compare.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import { resultsOf } from "../../sheet/verdict.ts";
import type { Candidate } from "../candidate.ts";
import type { Head } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { promiserOf } from "../promises/standing.ts";
import { trailFrom } from "../promises/trail.ts";

/** Beyond this no one looks. */
const mostCommits = 500;

/**
 * Whether both sides of a conflict can be tested: the result has validations that run on merged trees, and everyone who
 * changed these files on the target since its base is a sheet whose validations are asked again.
 */
export async function areBothTested(
  hands: LandingHands,
  candidate: Candidate,
  { head, paths }: { readonly head: Head; readonly paths: readonly string[] },
): Promise<boolean> {
  const { job, verdict } = candidate;
  if (job.plan.landing.revalidate === false || resultsOf(verdict).length === 0) return false;
  if (promiseScope(job.plan.landing) === "none") return false;
  const wanted = new Set(paths);
  const trail: { readonly tree: Head["tree"]; readonly isTested: boolean }[] = [];
  for await (const one of trailFrom(hands.objects, head.commit)) {
    const above = trail.at(-1);
    if (above !== undefined && !above.isTested && (await touches(hands, { from: one.tree, to: above.tree }, wanted)))
      return false;
    if (one.commit === candidate.base) return true;
    if (trail.length === mostCommits) return false;
    trail.push({ tree: one.tree, isTested: await isTested(hands, candidate, one.landing) });
  }
  return false;
}

async function touches(
  { objects }: LandingHands,
  step: { readonly from: Head["tree"]; readonly to: Head["tree"] },
  paths: ReadonlySet<string>,
): Promise<boolean> {
  return (await compareTrees(objects, step)).some(({ path }) => paths.has(path));
}

async function isTested(
  hands: LandingHands,
  candidate: Candidate,
  landing: { readonly job: string; readonly sheet: string; readonly attempt: number } | null,
): Promise<boolean> {
  if (landing === null) return false;
  const { job } = candidate;
  if (landing.job !== job.id && promiseScope(job.plan.landing) !== "target") return false;
  const promiser = await promiserOf(hands, job, landing);
  return promiser !== undefined && hands.sheets.promised(promiser).length > 0;
}
