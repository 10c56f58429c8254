import type { EpochMs } from "../../base/ids.ts";
import { furtherBrief } from "../decide/brief.ts";
import { attemptsOf } from "../decide/decision.ts";
import type { AgentEnd } from "../events/event.ts";
import type { BestSoFar, FailureReason, SheetState } from "../state.ts";
import { troubles } from "../trouble/trouble.ts";
import { isGoodSoFar } from "../verdict.ts";
import { anewBrief, fallBack, hasNextAgent } from "./agent-trouble.ts";
import { retryDelayMs } from "./backoff.ts";
import { type EndedAttempt, failed, reasonOf } from "./ended-attempt.ts";

/** Another try from the beginning, while the budget lasts; then the next agent, with a budget of its own. */
export function retry(ending: EndedAttempt, reason: FailureReason): SheetState {
  const { policy, running, ended } = ending;
  const failures = running.counts.failures + 1;
  const counts = { ...running.counts, failures };
  if (failures >= attemptsOf(policy, running.counts))
    return hasNextAgent(ending) ? fallBack(ending, "anew") : failed(ending, reason, counts);
  const leastMs = ended.trouble === null ? 0 : troubles[ended.trouble.code].delayMs;
  return {
    kind: "waiting",
    why: "retry",
    notBefore: (ended.at + Math.max(retryDelayMs(policy, failures, ended.chance), leastMs)) as EpochMs,
    continueFrom: null,
    continueBase: null,
    brief: anewBrief(ending, { failures, tried: counts.tried }),
    context: { id: running.context, reuse: false },
    session: null,
    counts,
  };
}

/** Whether an attempt ended by a fault of Tutti or the machine, before its agent could do anything. */
export function isFault({ kind }: AgentEnd): boolean {
  return kind === "no-context";
}

/** With the usual waits, about a minute passes before the sheet fails. */
const mostFaults = 6;

/**
 * Tutti or the machine failed, not the agent. The sheet stays where it was and tries again after a wait that grows;
 * this costs none of the attempts that its score allows. A fault that does not pass fails the sheet with its reason.
 */
export function afterFault(ending: EndedAttempt, reason: FailureReason): SheetState {
  const { policy, running, ended } = ending;
  const faults = running.counts.faults + 1;
  const counts = { ...running.counts, faults };
  if (faults > mostFaults) return failed(ending, reason, counts);
  const { continueFrom, base, brief, context, session } = running;
  return {
    kind: "waiting",
    why: "fault",
    notBefore: (ended.at + retryDelayMs(policy, faults, ended.chance)) as EpochMs,
    continueFrom,
    continueBase: continueFrom === null ? null : base,
    brief,
    context: { id: context, reuse: continueFrom !== null },
    session,
    counts,
    ...(running.best === undefined ? {} : { best: running.best }),
  };
}

/**
 * The last result of a sheet that is good as far as it goes. One in the user's own folder stays there: no attempt goes
 * back to it.
 */
export function bestOf({ policy, running, ended }: EndedAttempt): BestSoFar | null {
  if (!policy.goesOn) return null;
  const { attempt, context, base, lands } = running;
  const { capture, verdict, changed, leftOut } = ended;
  const isBetter = lands && changed && capture !== null && !leftOut.isIncomplete && isGoodSoFar(verdict);
  return isBetter ? { attempt, context, base, capture, verdict } : (running.best ?? null);
}

/**
 * Another attempt, of this agent while its budget lasts, then of the next: on top of the best result so far. Work that
 * made it worse is left behind.
 */
export function goOn(ending: EndedAttempt): SheetState {
  const { policy, running, ended } = ending;
  const failures = running.counts.failures + 1;
  const counts = { ...running.counts, failures };
  const isSpent = failures >= attemptsOf(policy, running.counts);
  if (isSpent && !hasNextAgent(ending)) return failed(ending, reasonOf(ending), counts);
  const best = bestOf(ending);
  const isOwn = best?.attempt === running.attempt;
  const from = {
    continueFrom: best?.capture ?? null,
    continueBase: best?.base ?? null,
    brief: furtherBrief(ended, { kind: standing(ending, best), failures: isSpent ? 1 : failures, tried: counts.tried }),
    // Only the place that the work was done in has it as it was.
    context: { id: running.context, reuse: isOwn },
  };
  if (isSpent) {
    const afresh = {
      fallbacks: counts.fallbacks + 1,
      failures: 0,
      completions: 0,
      rateLimits: 0,
      quotas: 0,
      limited: null,
    };
    return {
      kind: "waiting",
      why: "fallback",
      notBefore: null,
      session: null,
      ...from,
      counts: { ...counts, ...afresh },
    };
  }
  const notBefore = (ended.at + retryDelayMs(policy, failures, ended.chance)) as EpochMs;
  return {
    kind: "waiting",
    why: isOwn ? "completion" : "retry",
    notBefore,
    session: isOwn ? running.session : null,
    ...from,
    counts,
  };
}

/** The work that the next attempt finds in front of it. */
function standing({ running }: EndedAttempt, best: BestSoFar | null): "own" | "best" | "base" | "in-place" {
  if (!running.lands) return "in-place";
  if (best === null) return "base";
  return best.attempt === running.attempt ? "own" : "best";
}
