import type { Job } from "../sheet/job.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Candidate, Stacked } from "./candidate.ts";
import type { LandingHands } from "./hands.ts";

export interface CheckedStack {
  /** From the bottom up to the first that fails: may land. */
  readonly good: readonly Stacked[];
  /** The first whose validations fail on its merged tree; what lies above it was never tested without it. */
  readonly rejected: { readonly candidate: Candidate; readonly verdict: Verdict } | undefined;
}

/** Runs the validations of a stack's trees, several at once: each is a folder of its own, so none waits for the one below. */
export async function checkStack(hands: LandingHands, job: Job, work: { stack: readonly Stacked[]; stop: AbortSignal }): Promise<CheckedStack> {
  const { stack, stop } = work;
  const verdicts = new Map<Stacked, Verdict>();
  const toCheck = stack.filter((item) => item.isToCheck);
  const worker = async (): Promise<void> => {
    for (let item = toCheck.shift(); item !== undefined; item = toCheck.shift()) verdicts.set(item, await hands.validate(job, item, stop));
  };
  await Promise.all(Array.from({ length: Math.min(job.parallel, toCheck.length) }, worker));
  // What a stop cut short proves nothing, either way.
  if (stop.aborted) return { good: [], rejected: undefined };
  const first = stack.findIndex((item) => !holds(verdicts.get(item)));
  const culprit = first === -1 ? undefined : stack[first];
  const verdict = culprit === undefined ? undefined : verdicts.get(culprit);
  if (culprit === undefined || verdict === undefined) return { good: stack, rejected: undefined };
  return { good: stack.slice(0, first), rejected: { candidate: culprit.candidate, verdict } };
}

/** What needed no check holds. */
function holds(verdict: Verdict | undefined): boolean {
  return verdict === undefined || (verdict.kind === "judged" && verdict.results.every((result) => result.passed));
}
