import type { CommitSha } from "../../base/ids.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import type { Job } from "../../sheet/job.ts";
import type { Candidate } from "../candidate.ts";
import type { Head } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { joinedPromises } from "./asks.ts";
import type { PromisedAsk, Promiser } from "./promise.ts";
import type { Unseen } from "./unseen.ts";

/**
 * What a result must not break: what sheets promised that landed while it was being made. An attempt that was sent back
 * for one of them starts from its work, and has to keep it all the same: what counts is where the first attempt
 * started.
 */
export async function standingFor(
  hands: LandingHands,
  { head, unseen: unseenSince }: Since,
  candidate: Candidate,
): Promise<readonly PromisedAsk[]> {
  if (!mayStand(candidate.job)) return [];
  const base = await hands.startedFrom(candidate);
  if (base === head.commit) return [];
  const wanted = (await unseenSince(base)).filter(({ job, sheet }) => isKept(candidate, { job, sheet }));
  const asks: (readonly PromisedAsk[])[] = [];
  for (const landing of wanted) {
    const promiser = await promiserOf(hands, candidate.job, landing);
    if (promiser !== undefined) asks.push(hands.promised(promiser));
  }
  return asks.reduce(joinedPromises, []);
}

interface Since {
  readonly head: Head;
  /** What landed between a base and the head. */
  readonly unseen: (base: CommitSha) => Promise<readonly Unseen[]>;
}

/** Where nobody of a job has validations, nothing has to be looked for. */
function mayStand({ plan }: Job): boolean {
  const scope = promiseScope(plan.landing);
  return scope === "target" || (scope === "job" && plan.sheets.some(({ validations }) => validations.length > 0));
}

/** Whether a result's score wants what another sheet promised to be kept. */
export function isKept({ job, sheet }: Candidate, other: { readonly job: string; readonly sheet: string }): boolean {
  const scope = promiseScope(job.plan.landing);
  if (other.job !== job.id) return scope === "target";
  return scope !== "none" && other.sheet !== sheet.id;
}

/** `undefined`: this home knows nothing of it, or its score has no such sheet any more. */
async function promiserOf(
  hands: LandingHands,
  own: Job,
  { job: id, sheet: name, attempt }: Unseen,
): Promise<Promiser | undefined> {
  const job = id === own.id ? own : await hands.job(id);
  const sheet = job?.plan.sheets.find((one) => one.id === name);
  return job === undefined || sheet === undefined ? undefined : { job, sheet, attempt };
}
