import type { EpochMs } from "../../base/ids.ts";
import { retryDelayMs } from "./backoff.ts";
import { furtherBrief } from "../brief.ts";
import { attemptsOf } from "../decision.ts";
import type { BestSoFar, SheetState } from "../state.ts";
import { isGoodSoFar } from "../verdict.ts";
import { hasNextAgent } from "./agent-trouble.ts";
import { type EndedAttempt, failed, reasonOf } from "./ended-attempt.ts";

/**
 * The last result of a sheet that is good as far as it goes. One in the user's own folder stays there, and is nobody's
 * to go back to.
 */
export function bestOf({ policy, running, ended }: EndedAttempt): BestSoFar | null {
  if (!policy.goesOn) return null;
  const { attempt, context, base, lands } = running;
  const { capture, verdict, changed, leftOut } = ended;
  const isBetter = lands && changed && capture !== null && !leftOut.isIncomplete && isGoodSoFar(verdict);
  return isBetter ? { attempt, context, base, capture, verdict } : (running.best ?? null);
}

/**
 * Another attempt, of this agent while its budget lasts, then of the next: on top of the best result so far. What made
 * it worse is left behind.
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

/** What the next attempt finds in front of it. */
function standing({ running }: EndedAttempt, best: BestSoFar | null): "own" | "best" | "base" | "in-place" {
  if (!running.lands) return "in-place";
  if (best === null) return "base";
  return best.attempt === running.attempt ? "own" : "best";
}
