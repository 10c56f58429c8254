import type { CommitSha, EpochMs } from "../base/ids.ts";
import { rateLimitDelayMs, retryDelayMs } from "./backoff.ts";
import { completionBrief, inPlaceBrief, rateLimitBrief, retryBrief } from "./brief.ts";
import type { SheetPolicy } from "./decision.ts";
import { describeEnd } from "./describe.ts";
import type { Ended } from "./event.ts";
import type { Counts, FailureReason, Running, SheetState, Waiting } from "./state.ts";
import { allPass, passedOf, reasonsOf, resultsOf } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

/** What an attempt's end makes of its sheet: the truth table of docs/architecture.md, read from the top. */
export function afterEnd(policy: SheetPolicy, running: Running, ended: Ended): SheetState {
  const attempt = { policy, running, ended };
  const { end, verdict } = ended;
  if (end.kind === "cancelled") return { kind: "cancelled", attempt: running.attempt, context: running.context, kept: keptOf(attempt), counts: running.counts };
  // Validations that pass prove nothing about an agent that never ran, and a program that is not there won't come.
  if (end.kind === "not-started") return failed(attempt, { kind: "agent", detail: describeEnd(end) }, running.counts);
  // Another attempt would have to take its context away, and that is the only copy.
  if (end.kind === "no-capture") return failed(attempt, { kind: "context", detail: describeEnd(end) }, running.counts);
  // Trying again is for the rule itself to do; the agent was never asked.
  if (end.kind === "not-met") return failed(attempt, { kind: "preconditions", failed: end.failed }, running.counts);
  if (end.kind === "no-context") return retry(attempt, { kind: "context", detail: end.detail });

  if (meetsItsDefinition(ended)) return succeed(attempt);
  if (end.kind === "rate-limited") return park(attempt, end.resetAt);
  if (resultsOf(verdict).length === 0) return retry(attempt, { kind: "agent", detail: describeEnd(end) });
  if (isWorthCompleting(attempt)) return complete(attempt);
  return retry(attempt, { kind: "validations", failed: reasonsOf(verdict), ...agentTrouble(end) });
}

/** How the agent ended, where that may be why the validations fail. */
function agentTrouble(end: Ended["end"]): { readonly agent?: string } {
  return end.kind === "exited" && end.code === 0 ? {} : { agent: describeEnd(end) };
}

interface EndedAttempt {
  readonly policy: SheetPolicy;
  readonly running: Running;
  readonly ended: Ended;
}

/** Whether a result is what was asked for; what becomes of it is another matter. */
export function meetsItsDefinition({ end, verdict }: Pick<Ended, "end" | "verdict">): boolean {
  if (resultsOf(verdict).length > 0) return allPass(verdict);
  return end.kind === "exited" && end.code === 0;
}

function succeed(ending: EndedAttempt): SheetState {
  if (ending.ended.leftOut.isIncomplete) return failed(ending, { kind: "context", detail: incompleteText(ending.ended) }, ending.running.counts);
  const { attempt, context, base, counts, lands } = ending.running;
  const { capture, changed } = ending.ended;
  if (!changed || !lands) return { kind: "done", attempt, context, inPlace: !lands, counts };
  if (capture === null) return retry(ending, { kind: "context", detail: "the result was not captured" });
  // An empty list of results claims nothing; saying so here keeps a receipt from claiming more.
  const verdict: Verdict = resultsOf(ending.ended.verdict).length === 0 ? { kind: "unvalidated" } : ending.ended.verdict;
  return { kind: "captured", attempt, context, base, capture, verdict, counts };
}

function incompleteText({ leftOut }: Ended): string {
  return `part of the result could not be captured and stays in its context: ${leftOut.first.slice(0, 3).join(", ")}`;
}

function park({ running, ended }: EndedAttempt, resetAt: EpochMs | null): Waiting {
  const { at, capture, changed } = ended;
  const { rateLimits } = running.counts;
  const goesOn = changed && capture !== null;
  return {
    kind: "waiting",
    why: "rate-limit",
    notBefore: (at + rateLimitDelayMs({ at, resetAt, earlier: rateLimits })) as EpochMs,
    continueFrom: goesOn ? capture : running.continueFrom,
    continueBase: goesOn || running.continueFrom !== null ? running.base : null,
    brief: goesOn ? rateLimitBrief(running.brief) : running.brief,
    context: { id: running.context, reuse: goesOn },
    counts: { ...running.counts, rateLimits: rateLimits + 1 },
  };
}

function isWorthCompleting({ policy, running, ended }: EndedAttempt): boolean {
  const passed = passedOf(ended.verdict).length;
  const share = passed / resultsOf(ended.verdict).length;
  return passed > 0 && share >= policy.completionThreshold && running.counts.completions < policy.completions;
}

function complete(ending: EndedAttempt): Waiting {
  const { counts, base } = ending.running;
  const continueFrom = keptOf(ending);
  return {
    kind: "waiting",
    why: "completion",
    notBefore: ending.policy.completionDelayMs === 0 ? null : ((ending.ended.at + ending.policy.completionDelayMs) as EpochMs),
    continueFrom,
    continueBase: continueFrom === null ? null : base,
    brief: completionBrief(ending.ended),
    context: { id: ending.running.context, reuse: continueFrom !== null },
    counts: { ...counts, completions: counts.completions + 1 },
  };
}

function retry(ending: EndedAttempt, reason: FailureReason): SheetState {
  const { policy, running, ended } = ending;
  const failures = running.counts.failures + 1;
  const counts = { ...running.counts, failures };
  if (failures >= policy.attempts) return failed(ending, reason, counts);
  return {
    kind: "waiting",
    why: "retry",
    notBefore: (ended.at + retryDelayMs(policy, failures, ended.chance)) as EpochMs,
    continueFrom: null,
    continueBase: null,
    brief: running.lands ? retryBrief(ended, keptOf(ending)) : inPlaceBrief(ended),
    context: { id: running.context, reuse: false },
    counts,
  };
}

function failed(ending: EndedAttempt, reason: FailureReason, counts: Counts): SheetState {
  return { kind: "failed", attempt: ending.running.attempt, context: ending.running.context, reason, kept: keptOf(ending), counts };
}

/** The newest work there is: of this attempt, or what it went on from. */
function keptOf({ running, ended }: EndedAttempt): CommitSha | null {
  return ended.capture ?? running.continueFrom;
}
