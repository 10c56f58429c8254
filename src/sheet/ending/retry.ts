import type { EpochMs } from "../../base/ids.ts";
import { retryDelayMs } from "./backoff.ts";
import { attemptsOf } from "../decision.ts";
import type { FailureReason, SheetState } from "../state.ts";
import { troubles } from "../trouble/trouble.ts";
import { anewBrief, fallBack, hasNextAgent } from "./agent-trouble.ts";
import { type EndedAttempt, failed } from "./ended-attempt.ts";

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
