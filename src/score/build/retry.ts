import type { RetryPolicy } from "../plan.ts";
import type { WrittenRateLimit } from "../schema/rate-limit.ts";
import type { WrittenRetry } from "../schema/retry.ts";

const defaults: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 1_000,
  maxDelayMs: 300_000,
  factor: 2,
  jitter: true,
  completions: 3,
  completionDelayMs: 0,
  completionThreshold: 0.5,
  goesOn: false,
  efforts: [],
  conflicts: 2,
  limitWaitMs: 60_000,
};

interface Budgets {
  readonly retry?: WrittenRetry | undefined;
  readonly rate_limit?: WrittenRateLimit | undefined;
}

/** How often to try and to wait: the later of the two goes before the earlier, key by key. */
export function retryPolicy(ofScore: Budgets, ofSheet: Budgets = {}): RetryPolicy {
  const written: WrittenRetry = { ...ofScore.retry, ...ofSheet.retry };
  const limits: WrittenRateLimit = { ...ofScore.rate_limit, ...ofSheet.rate_limit };
  const baseDelayMs = written.base_delay ?? defaults.baseDelayMs;
  return {
    attempts: written.attempts ?? defaults.attempts,
    baseDelayMs,
    // A first wait longer than the usual limit is meant; only a limit that was written can be too short.
    maxDelayMs: written.max_delay ?? Math.max(defaults.maxDelayMs, baseDelayMs),
    factor: written.factor ?? defaults.factor,
    jitter: written.jitter ?? defaults.jitter,
    completions: written.completions ?? defaults.completions,
    completionDelayMs: written.completion_delay ?? defaults.completionDelayMs,
    completionThreshold: written.completion_threshold ?? defaults.completionThreshold,
    goesOn: written.goes_on ?? defaults.goesOn,
    efforts: written.efforts ?? defaults.efforts,
    conflicts: written.conflicts ?? defaults.conflicts,
    limitWaitMs: limits.wait ?? defaults.limitWaitMs,
    // Where the score does not say it, the machine's owner may.
    ...(limits.patience === undefined ? {} : { limitPatienceMs: limits.patience }),
  };
}
