import type { EpochMs } from "../../base/ids.ts";
import type { RetryPolicy } from "../../score/plan/plan.ts";

/** How long to wait after the nth failure: growing up to the limit, and by chance between half of it and all of it. */
export function retryDelayMs(policy: RetryPolicy, failures: number, chance: number): number {
  const fullMs = Math.min(grown(policy.baseDelayMs, failures - 1, policy.factor), policy.maxDelayMs);
  const share = policy.jitter ? 0.5 + Math.min(Math.max(chance, 0), 1) / 2 : 1;
  return Math.round(fullMs * share);
}

const shortestLimitMs = 1_000;
/** A provider that means its short resets is asked again soon; one that does not is asked less and less often. */
const firstRepeatMs = 250;
const longestRepeatMs = 5 * 60_000;
const overdueMs = 60_000;
const longestUnknownMs = 3_600_000;

export interface RateLimit {
  readonly at: EpochMs;
  readonly resetAt: EpochMs | null;
  /** A reset was told, and it was over by then. */
  readonly isOverdue: boolean;
  /** How many limits were met in a row before. */
  readonly earlier: number;
  /** The first wait if the end is not known. */
  readonly unknownMs: number;
  /**
   * In [0, 1): so much of a quarter is added to a wait without a given length, so that many do not come back together.
   */
  readonly chance: number;
}

/**
 * How long to stay parked. A reset to come is waited for. Where none is known, each wait is twice as long as the one
 * before. A limit costs no retry, so its wait must never be nothing, or an agent would be started for ever without a
 * pause.
 */
export function rateLimitDelayMs({ at, resetAt, isOverdue, earlier, unknownMs, chance }: RateLimit): number {
  if (resetAt !== null) return Math.max(resetAt > at ? resetAt - at : shortestLimitMs, repeatMs(earlier));
  const firstMs = isOverdue ? overdueMs : Math.max(unknownMs, shortestLimitMs);
  // A longer first wait than the usual longest one is meant.
  const fullMs = Math.min(grown(firstMs, earlier, 2), Math.max(firstMs, longestUnknownMs));
  return Math.round(fullMs * (1 + Math.min(Math.max(chance, 0), 1) / 4));
}

/**
 * How many in a row there are with this one. A long wait that was told begins a row: what comes after it is no
 * repetition yet.
 */
export function limitsInRow({ at, resetAt, earlier }: Pick<RateLimit, "at" | "resetAt" | "earlier">): number {
  return resetAt !== null && resetAt - at >= overdueMs ? 0 : earlier + 1;
}

function repeatMs(earlier: number): number {
  return earlier === 0 ? 0 : Math.min(grown(firstRepeatMs, earlier, 2), longestRepeatMs);
}

function grown(ms: number, times: number, factor: number): number {
  // More than this passes every limit, and much more would no longer be a number when ms is 0.
  return ms * factor ** Math.min(Math.max(times, 0), 60);
}
