import type { EpochMs } from "../../base/ids.ts";
import { type RateLimit, limitsInRow, rateLimitDelayMs } from "../../sheet/ending/backoff.ts";
import { type Trouble, type TroubleCode, remedyOf, troubles } from "../../sheet/trouble/trouble.ts";
import type { RetryPolicy } from "../../score/plan/plan.ts";
import type { Ended } from "../../sheet/events/event.ts";

/**
 * The known facts of an account, or of its use of one model, from the answers to its agents: whether more may be sent
 * there. They are kept in the journal, for all jobs together, so that a restart sends no sheet into a known limit.
 */
export interface Throttle {
  readonly shut: Shut | null;
  /**
   * How many may be out at once; `null`: any number. Small after it was shut, and doubled by each that comes back well.
   */
  readonly window: number | null;
  /** Runs that failed in a row for reasons that are the provider's. */
  readonly failures: number;
  /** How often it was shut for those without a good run in between. */
  readonly trips: number;
  /** How often it was shut for a limit without a good run in between; absent: never. */
  readonly limits?: number;
}

export interface Shut {
  readonly why: "limit" | "quota" | "stopped" | "faults";
  /** `null`: until a person has seen to it. */
  readonly until: EpochMs | null;
  readonly code: TroubleCode;
  readonly detail: string;
}

export type ThrottleEvent =
  /** A run came to an answer. */
  | { readonly kind: "good"; readonly at: EpochMs }
  | Limited
  | { readonly kind: "stopped"; readonly code: TroubleCode; readonly detail: string }
  /** A failure that may be the provider's. */
  | { readonly kind: "faulty"; readonly at: EpochMs; readonly code: TroubleCode; readonly detail: string }
  /** A person wants it to be tried again. */
  | { readonly kind: "asked" };

interface Limited {
  readonly kind: "limited";
  readonly why: "limit" | "quota";
  readonly at: EpochMs;
  /** The known facts of its end. */
  readonly limit: Pick<RateLimit, "resetAt" | "isOverdue" | "unknownMs" | "chance">;
  readonly code: TroubleCode;
  readonly detail: string;
}

export interface ThrottlePolicy {
  /** Failures in a row from which nothing more is sent. */
  readonly failures: number;
  /** For how long then; twice as long each time it happens again. */
  readonly recoveryMs: number;
}

export const unthrottled: Throttle = { shut: null, window: null, failures: 0, trips: 0 };

const longestRecoveryMs = 3_600_000;
/** A window that has grown to this is none any more. */
const wideOpen = 64;

/** The same object where nothing changes: nothing needs to be written then. */
export function nextThrottle(throttle: Throttle, event: ThrottleEvent, policy: ThrottlePolicy): Throttle {
  switch (event.kind) {
    case "good":
      return afterGood(throttle, event.at);
    case "limited":
      return afterLimit(throttle, event);
    case "stopped":
      // The first says it for all that were under way with it.
      if (throttle.shut?.why === "stopped") return throttle;
      return { ...throttle, shut: { why: "stopped", until: null, code: event.code, detail: event.detail }, window: 1 };
    case "faulty":
      return afterFault(throttle, event, policy);
    case "asked":
      // One goes first; the others follow when it comes back well.
      return throttle.shut?.why === "stopped" || throttle.shut?.why === "faults"
        ? { ...throttle, shut: null, window: 1 }
        : throttle;
  }
}

// One that was under way when the throttle was shut says nothing about what comes after: if it were heard, those that come
// back well would send all others into the same limit, and those that fail would each count as a failed look whether it
// works again.

function afterGood(throttle: Throttle, at: EpochMs): Throttle {
  if (isShutAt(throttle.shut, at)) return throttle;
  const { limits = 0, ...rest } = throttle;
  if (throttle.window === null)
    return throttle.failures === 0 && throttle.trips === 0 && limits === 0
      ? throttle
      : { ...rest, failures: 0, trips: 0 };
  const window = throttle.window * 2;
  return { ...rest, window: window >= wideOpen ? null : window, failures: 0, trips: 0 };
}

function afterLimit(throttle: Throttle, { why, at, limit, code, detail }: Limited): Throttle {
  const { limits = 0 } = throttle;
  // Those that were under way together meet one limit, not many.
  const isSame = isShutAt(throttle.shut, at);
  // The limits of all who use it count: a hundred sheets that ask in turn would else each begin with a short wait.
  const earlier = isSame ? Math.max(0, limits - 1) : limits;
  const until = (at + rateLimitDelayMs({ ...limit, at, earlier })) as EpochMs;
  const isKnown = throttle.shut !== null && (throttle.shut.until === null || throttle.shut.until >= until);
  // With a reset that was told, the account's lane says how many may follow (`accounts/`); else one goes first to see.
  const window = why === "limit" && limit.resetAt !== null ? throttle.window : 1;
  const inRow = limitsInRow({ at, resetAt: limit.resetAt, earlier });
  if (isKnown && window === throttle.window && inRow === limits) return throttle;
  // The later one counts, and why it is there: others take over for a quota that is used up, and wait for a limit.
  return { ...throttle, shut: isKnown ? throttle.shut : { why, until, code, detail }, window, limits: inRow };
}

function afterFault(
  throttle: Throttle,
  event: ThrottleEvent & { readonly kind: "faulty" },
  policy: ThrottlePolicy,
): Throttle {
  if (isShutAt(throttle.shut, event.at)) return throttle;
  const failures = throttle.failures + 1;
  // One that was let through to see whether it works again decides alone.
  if (failures < policy.failures && throttle.trips === 0) return { ...throttle, failures };
  const until = (event.at +
    Math.min(policy.recoveryMs * 2 ** Math.min(throttle.trips, 20), longestRecoveryMs)) as EpochMs;
  return {
    ...throttle,
    shut: { why: "faults", until, code: event.code, detail: event.detail },
    window: 1,
    failures: 0,
    trips: throttle.trips + 1,
  };
}

/** Whether one more may be sent, with so many out. */
export type Leave =
  | { readonly kind: "go" }
  /** Enough are out; one that comes back makes room. */
  | { readonly kind: "full" }
  | { readonly kind: "shut"; readonly shut: Shut };

export function isShutAt(shut: Shut | null, now: EpochMs): shut is Shut {
  return shut !== null && (shut.until === null || shut.until > now);
}

export function leaveAt(throttle: Throttle, { now, out }: { readonly now: EpochMs; readonly out: number }): Leave {
  if (isShutAt(throttle.shut, now)) return { kind: "shut", shut: throttle.shut };
  return throttle.window !== null && out >= throttle.window ? { kind: "full" } : { kind: "go" };
}

/** The consequences of the end of a run for its agent's account (`account`) and for its use of the model (`lane`). */
interface ThrottleNews {
  readonly account: ThrottleEvent | null;
  readonly lane: ThrottleEvent | null;
}

/** How an agent's run ended, at which moment. */
export type RunEnd = Pick<Ended, "end" | "trouble" | "at" | "chance">;

/** How the sheet that it was for waits when no time is given. */
export type Waiter = Pick<RetryPolicy, "limitWaitMs" | "jitter">;

const nothing: ThrottleNews = { account: null, lane: null };

export function throttleNews(
  { end, trouble, at, chance }: RunEnd,
  { limitWaitMs: unknownMs, jitter }: Waiter,
): ThrottleNews {
  if (end.kind === "no-context" || end.kind === "not-met" || end.kind === "no-capture" || end.kind === "cancelled")
    return nothing;
  if (trouble === null) return { account: { kind: "good", at }, lane: { kind: "good", at } };
  const { code, detail, resetAt, isOverdue = false } = trouble;
  const remedy = remedyOf(trouble);
  switch (remedy) {
    case "limit":
    case "quota":
      return {
        account: null,
        lane: {
          kind: "limited",
          why: remedy,
          at,
          limit: { resetAt, isOverdue, unknownMs, chance: jitter ? chance : 0 },
          code,
          detail,
        },
      };
    case "terminal":
      return { account: { kind: "stopped", code, detail }, lane: null };
    case "session":
      return nothing;
    case "agent":
    case "retry":
      return isProviders(trouble) ? { account: null, lane: { kind: "faulty", at, code, detail } } : nothing;
  }
}

/** A crash, a time-out or a bad exit may be the sheet's own doing: others are not held up for it. */
function isProviders({ code }: Trouble): boolean {
  return troubles[code].category === "network" || code === "E007" || code === "E008";
}
