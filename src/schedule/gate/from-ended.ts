import type { EpochMs } from "../../base/ids.ts";
import type { RetryPolicy } from "../../score/plan.ts";
import { rateLimitDelayMs } from "../../sheet/backoff.ts";
import type { Ended } from "../../sheet/event.ts";
import type { Counts } from "../../sheet/state.ts";
import { type Trouble, remedyOf, troubles } from "../../sheet/trouble.ts";
import type { GateEvent } from "./gate.ts";

/** What the end of a run says of its agent's account (`account`) and of its use of the model (`lane`). */
export interface GateNews {
  readonly account: GateEvent | null;
  readonly lane: GateEvent | null;
}

/** How an agent's run ended, at which moment. */
export type RunEnd = Pick<Ended, "end" | "trouble" | "at">;

/** The sheet it was for: how often that one has waited before, and how it waits when nobody says for how long. */
export interface Waiter {
  readonly counts: Pick<Counts, "rateLimits" | "quotas">;
  readonly policy: Pick<RetryPolicy, "limitWaitMs">;
}

const nothing: GateNews = { account: null, lane: null };

export function gateNews({ end, trouble, at }: RunEnd, waiter: Waiter): GateNews {
  if (end.kind === "no-context" || end.kind === "not-met" || end.kind === "no-capture" || end.kind === "cancelled") return nothing;
  if (trouble === null) return { account: { kind: "good", at }, lane: { kind: "good", at } };
  const { code, detail } = trouble;
  const remedy = remedyOf(trouble);
  switch (remedy) {
    case "limit":
    case "quota":
      return { account: null, lane: { kind: "limited", why: remedy, until: untilOf({ trouble, at, why: remedy }, waiter), code, detail } };
    case "terminal":
      return { account: { kind: "stopped", code, detail }, lane: null };
    case "agent":
    case "retry":
      return isProviders(trouble) ? { account: null, lane: { kind: "faulty", at, code, detail } } : nothing;
  }
}

interface Limit {
  readonly trouble: Trouble;
  readonly at: EpochMs;
  readonly why: "limit" | "quota";
}

/** As long as the sheet itself will be parked. */
function untilOf({ trouble: { resetAt }, at, why }: Limit, { counts, policy }: Waiter): EpochMs {
  const earlier = why === "quota" ? counts.quotas : counts.rateLimits;
  return (at + rateLimitDelayMs({ at, resetAt, earlier, unknownMs: policy.limitWaitMs })) as EpochMs;
}

/** A crash, a time-out or a bad exit may be the sheet's own doing: others are not held up for it. */
function isProviders({ code }: Trouble): boolean {
  return troubles[code].category === "network" || code === "E007" || code === "E008";
}
