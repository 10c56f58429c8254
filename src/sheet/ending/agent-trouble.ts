import type { EpochMs } from "../../base/ids.ts";
import { rateLimitDelayMs } from "../backoff.ts";
import { fallbackBrief, inPlaceBrief, rateLimitBrief, retryBrief } from "../brief.ts";
import type { SheetState, Waiting } from "../state.ts";
import { describeTrouble } from "../trouble.ts";
import { type EndedAttempt, failed, keptOf } from "./ended-attempt.ts";

/** What becomes of a sheet whose agent can't go on now, or not at all. */

export function hasNextAgent({ policy, running }: EndedAttempt): boolean {
  return running.counts.fallbacks + 1 < policy.agents;
}

/** Waits for the limit to end; that costs no attempt, but is not done for ever. */
export function park(ending: EndedAttempt, why: "rate-limit" | "quota"): SheetState {
  const { policy, running, ended } = ending;
  const { counts } = running;
  const [earlier, most] = why === "quota" ? [counts.quotas, policy.quotaWaits] : [counts.rateLimits, policy.limitWaits];
  if (earlier >= most) return hasNextAgent(ending) ? fallBack(ending, "goes-on") : failed(ending, tooOften(ending, earlier));
  const delayMs = rateLimitDelayMs({ at: ended.at, resetAt: ended.trouble?.resetAt ?? null, earlier, unknownMs: policy.limitWaitMs });
  const more = why === "quota" ? { quotas: earlier + 1 } : { rateLimits: earlier + 1 };
  return { ...goingOn(ending), why, notBefore: (ended.at + delayMs) as EpochMs, counts: { ...counts, ...more } };
}

function tooOften(
  { ended }: EndedAttempt,
  times: number,
): { readonly kind: "waits"; readonly detail: string; readonly code: "E101" | "E102" | "E103" | "E104" } {
  const code = ended.trouble?.code;
  const known = code === "E102" || code === "E103" || code === "E104" ? code : "E101";
  return { kind: "waits", detail: `it was parked ${String(times)} times: ${describeTrouble(ended.trouble ?? { code: known, detail: "" })}`, code: known };
}

/** A person has to see to the agent first. It costs nothing: the work is as good as it was. */
export function waitForAgent(ending: EndedAttempt): Waiting {
  return { ...goingOn(ending), why: "agent", notBefore: null, counts: ending.running.counts };
}

/** The next agent, with a budget of its own: on top of what was done, or from the beginning. */
export function fallBack(ending: EndedAttempt, how: "goes-on" | "anew"): Waiting {
  const { running } = ending;
  const counts = { ...running.counts, fallbacks: running.counts.fallbacks + 1, failures: 0, completions: 0, rateLimits: 0, quotas: 0 };
  const common = { why: "fallback", notBefore: null, session: null, counts } as const;
  if (how === "goes-on") return { ...goingOn(ending), ...common, brief: fallbackBrief(running.brief, hasWork(ending)) };
  const brief = anewBrief(ending, { failures: 2, tried: counts.tried });
  return { kind: "waiting", ...common, continueFrom: null, continueBase: null, brief, context: { id: running.context, reuse: false } };
}

/** For an attempt that begins again; after one in the user's own folder, on top of what is there. */
export function anewBrief(ending: EndedAttempt, so: { readonly failures: number; readonly tried: readonly string[] }): string {
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
