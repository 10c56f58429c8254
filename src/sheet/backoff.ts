import type { EpochMs } from "../base/ids.ts";
import type { RetryPolicy } from "../score/plan.ts";

/** How long to wait after the nth failure: growing up to the limit, and by chance between half of it and all of it. */
export function retryDelayMs(policy: RetryPolicy, failures: number, chance: number): number {
  const fullMs = Math.min(grown(policy.baseDelayMs, failures - 1, policy.factor), policy.maxDelayMs);
  const share = policy.jitter ? 0.5 + Math.min(Math.max(chance, 0), 1) / 2 : 1;
  return Math.round(fullMs * share);
}

const passedResetMs = 1_000;
const maxRateLimitMs = 3_600_000;

interface RateLimit {
  readonly at: EpochMs;
  readonly resetAt: EpochMs | null;
  /** How many limits the sheet has met before. */
  readonly earlier: number;
  /** What to begin with when nobody knows when it ends. */
  readonly unknownMs: number;
}

/**
 * How long to stay parked. A rate limit costs no retry, so its wait must never be nothing: an agent that always
 * reports a reset in the past would be started for ever without a pause.
 */
export function rateLimitDelayMs({ at, resetAt, earlier, unknownMs }: RateLimit): number {
  if (resetAt !== null && resetAt > at) return resetAt - at;
  return Math.min(grown(resetAt === null ? Math.max(unknownMs, passedResetMs) : passedResetMs, earlier, 2), maxRateLimitMs);
}

function grown(ms: number, times: number, factor: number): number {
  // More than this passes every limit, and much more would no longer be a number when ms is 0.
  return ms * factor ** Math.min(Math.max(times, 0), 60);
}
