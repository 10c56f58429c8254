import type { EpochMs } from "../../base/ids.ts";
import { type RateLimit, limitsInRow, rateLimitDelayMs } from "../../sheet/ending/backoff.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/**
 * What is known of an account, or of its use of one model, from what its agents met: whether more may be sent there. It
 * is kept in the journal, for all jobs together, so that a restart sends nobody into a wall that was found before.
 */
export interface Gate {
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

export type GateEvent =
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
  /** What is known of its end. */
  readonly limit: Pick<RateLimit, "resetAt" | "isOverdue" | "unknownMs" | "chance">;
  readonly code: TroubleCode;
  readonly detail: string;
}

export interface GatePolicy {
  /** Failures in a row from which nothing more is sent. */
  readonly failures: number;
  /** For how long then; twice as long each time it happens again. */
  readonly recoveryMs: number;
}

export const openGate: Gate = { shut: null, window: null, failures: 0, trips: 0 };

const longestRecoveryMs = 3_600_000;
/** A window that has grown to this is none any more. */
const wideOpen = 64;

/** The same object where nothing changes: nothing needs to be written then. */
export function nextGate(gate: Gate, event: GateEvent, policy: GatePolicy): Gate {
  switch (event.kind) {
    case "good":
      return afterGood(gate, event.at);
    case "limited":
      return afterLimit(gate, event);
    case "stopped":
      // The first says it for all that were under way with it.
      if (gate.shut?.why === "stopped") return gate;
      return { ...gate, shut: { why: "stopped", until: null, code: event.code, detail: event.detail }, window: 1 };
    case "faulty":
      return afterFault(gate, event, policy);
    case "asked":
      // One goes first; the others follow when it comes back well.
      return gate.shut?.why === "stopped" || gate.shut?.why === "faults" ? { ...gate, shut: null, window: 1 } : gate;
  }
}

// One that was under way when the gate was shut says nothing about what comes after: if it were heard, those that come
// back well would send all others into the same limit, and those that fail would each count as a failed look whether it
// works again.

function afterGood(gate: Gate, at: EpochMs): Gate {
  if (isShutAt(gate.shut, at)) return gate;
  const { limits = 0, ...rest } = gate;
  if (gate.window === null)
    return gate.failures === 0 && gate.trips === 0 && limits === 0 ? gate : { ...rest, failures: 0, trips: 0 };
  const window = gate.window * 2;
  return { ...rest, window: window >= wideOpen ? null : window, failures: 0, trips: 0 };
}

function afterLimit(gate: Gate, { why, at, limit, code, detail }: Limited): Gate {
  const { limits = 0 } = gate;
  // Those that were under way together meet one limit, not many.
  const isSame = isShutAt(gate.shut, at);
  // The limits of all who use it count: a hundred sheets that ask in turn would else each begin with a short wait.
  const earlier = isSame ? Math.max(0, limits - 1) : limits;
  const until = (at + rateLimitDelayMs({ ...limit, at, earlier })) as EpochMs;
  const isKnown = gate.shut !== null && (gate.shut.until === null || gate.shut.until >= until);
  if (isKnown && gate.window === 1) return gate;
  // The later one counts, and why it is there: others take over for a quota that is used up, and wait for a limit.
  return {
    ...gate,
    shut: isKnown ? gate.shut : { why, until, code, detail },
    window: 1,
    limits: limitsInRow({ at, resetAt: limit.resetAt, earlier }),
  };
}

function afterFault(gate: Gate, event: GateEvent & { readonly kind: "faulty" }, policy: GatePolicy): Gate {
  if (isShutAt(gate.shut, event.at)) return gate;
  const failures = gate.failures + 1;
  // One that was let through to see whether it works again decides alone.
  if (failures < policy.failures && gate.trips === 0) return { ...gate, failures };
  const until = (event.at + Math.min(policy.recoveryMs * 2 ** Math.min(gate.trips, 20), longestRecoveryMs)) as EpochMs;
  return {
    ...gate,
    shut: { why: "faults", until, code: event.code, detail: event.detail },
    window: 1,
    failures: 0,
    trips: gate.trips + 1,
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

export function leaveAt(gate: Gate, { now, out }: { readonly now: EpochMs; readonly out: number }): Leave {
  if (isShutAt(gate.shut, now)) return { kind: "shut", shut: gate.shut };
  return gate.window !== null && out >= gate.window ? { kind: "full" } : { kind: "go" };
}
