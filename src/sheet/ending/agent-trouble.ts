import type { Limited } from "../counts.ts";
import type { EpochMs } from "../../base/ids.ts";
import { durationText } from "../../score/duration.ts";
import { usualPatienceMs } from "../../score/plan/plan.ts";
import { limitsInRow, rateLimitDelayMs } from "./backoff.ts";
import { fallbackBrief, inPlaceBrief, rateLimitBrief, retryBrief } from "../decide/brief.ts";
import type { SheetState, Waiting } from "../state.ts";
import { describeTrouble } from "../trouble/trouble.ts";
import { type EndedAttempt, failed, keptOf } from "./ended-attempt.ts";

/** Decides about a sheet whose agent can't go on now, or not at all. */

export function hasNextAgent({ policy, running }: EndedAttempt): boolean {
  return running.counts.fallbacks + 1 < policy.agents;
}

/** Waits for the limit to end. The wait costs no attempt, and goes on for as long as the score has patience. */
export function park(ending: EndedAttempt, why: "rate-limit" | "quota"): SheetState {
  const { policy, running, ended } = ending;
  const { counts } = running;
  const patienceMs = policy.limitPatienceMs ?? usualPatienceMs;
  const { since, times } = limitedBefore(ending);
  if (ended.at - since >= patienceMs)
    return hasNextAgent(ending) ? fallBack(ending, "goes-on") : failed(ending, outOfPatience(ending, ended.at - since));
  const { resetAt = null, isOverdue = false } = ended.trouble ?? {};
  const chance = policy.jitter ? ended.chance : 0;
  const delayMs = rateLimitDelayMs({
    at: ended.at,
    resetAt,
    isOverdue,
    earlier: times,
    unknownMs: policy.limitWaitMs,
    chance,
  });
  const notBefore = (ended.at + delayMs) as EpochMs;
  const row = limitsInRow({ at: ended.at, resetAt, earlier: times });
  // A long wait that the provider told is waited for even beyond the patience, which then begins after it. Short ones
  // never move the beginning: a score with little patience would otherwise wait for ever on a provider that says "in a
  // second" each time.
  const isToldBeyond = row === 0 && delayMs >= patienceMs;
  const limited: Limited = { since: isToldBeyond ? notBefore : since, times: row };
  const more = why === "quota" ? { quotas: counts.quotas + 1 } : { rateLimits: counts.rateLimits + 1 };
  return { ...goingOn(ending), why, notBefore, counts: { ...counts, ...more, limited } };
}

/** Limits in a row: an attempt that its provider answered is work in between. */
function limitedBefore({ running: { counts }, ended: { at, usage } }: EndedAttempt): Limited {
  const hasWorked = (usage?.outputTokens ?? 0) > 0;
  return counts.limited === null || hasWorked ? { since: at, times: 0 } : counts.limited;
}

function outOfPatience(
  { ended }: EndedAttempt,
  waitedMs: number,
): { readonly kind: "waits"; readonly detail: string; readonly code: LimitCode } {
  const code = ended.trouble?.code;
  const known = code === "E102" || code === "E103" || code === "E104" ? code : "E101";
  const waited =
    waitedMs === 0
      ? "its score has no patience with limits"
      : `it waited ${spanText(waitedMs)} for a limit that did not end`;
  return {
    kind: "waits",
    detail: `${waited}: ${describeTrouble(ended.trouble ?? { code: known, detail: "" })}`,
    code: known,
  };
}

function spanText(ms: number): string {
  const unitMs = ms < 60_000 ? 1_000 : 60_000;
  return durationText(Math.round(ms / unitMs) * unitMs);
}

type LimitCode = "E101" | "E102" | "E103" | "E104";

/** A person has to see to the agent first. It costs nothing: the work is as good as it was. */
export function waitForAgent(ending: EndedAttempt): Waiting {
  return { ...goingOn(ending), why: "agent", notBefore: null, counts: ending.running.counts };
}

/** The agent has forgotten the conversation, not the sheet its work: that goes on, with the whole task told again. */
export function beginSession(ending: EndedAttempt): Waiting {
  return { ...goingOn(ending), why: "session", notBefore: null, session: null, counts: ending.running.counts };
}

/** The next agent, with a budget of its own: on top of what was done, or from the beginning. */
export function fallBack(ending: EndedAttempt, how: "goes-on" | "anew"): Waiting {
  const { running } = ending;
  const counts = {
    ...running.counts,
    fallbacks: running.counts.fallbacks + 1,
    failures: 0,
    completions: 0,
    rateLimits: 0,
    quotas: 0,
    limited: null,
  };
  const common = { why: "fallback", notBefore: null, session: null, counts } as const;
  if (how === "goes-on") return { ...goingOn(ending), ...common, brief: fallbackBrief(running.brief, hasWork(ending)) };
  const brief = anewBrief(ending, { failures: 2, tried: counts.tried });
  return {
    kind: "waiting",
    ...common,
    continueFrom: null,
    continueBase: null,
    brief,
    context: { id: running.context, reuse: false },
  };
}

/** For an attempt that begins again; after one in the user's own folder, on top of what is there. */
export function anewBrief(
  ending: EndedAttempt,
  so: { readonly failures: number; readonly tried: readonly string[] },
): string {
  const { running, ended } = ending;
  if (!running.lands) return inPlaceBrief(ended);
  return retryBrief(ended, { kept: keptOf(ending), mayBeInPlace: running.folder !== undefined, ...so });
}

function hasWork({ ended }: EndedAttempt): boolean {
  return ended.changed && ended.capture !== null;
}

/** Where the attempt was cut off, the next one goes on. */
function goingOn(ending: EndedAttempt): Waiting {
  const { running, ended } = ending;
  const goesOn = hasWork(ending);
  return {
    kind: "waiting",
    why: "rate-limit",
    notBefore: null,
    continueFrom: goesOn ? ended.capture : running.continueFrom,
    continueBase: goesOn || running.continueFrom !== null ? running.base : null,
    brief: goesOn ? rateLimitBrief(running.brief) : running.brief,
    context: { id: running.context, reuse: goesOn },
    session: running.session,
    counts: running.counts,
  };
}
