import { maxDurationMs } from "../duration.ts";
import type { Score } from "../schema/score.ts";
import type { Report } from "../source/report.ts";
import type { MozartScore } from "./schema.ts";
import { milliseconds } from "./seconds.ts";

/** How often to try and to wait, and what may be spent. */
export function translatedLimits(score: MozartScore, report: Report): Pick<Score, "retry" | "rate_limit" | "cost"> {
  return { retry: retryOf(score), rate_limit: rateLimitOf(score), ...costOf(score, report) };
}

function retryOf({ retry }: MozartScore): Score["retry"] {
  return {
    // Mozart's max_retries counts all attempts, the first included.
    attempts: Math.max(1, retry.max_retries),
    base_delay: milliseconds(retry.base_delay_seconds),
    max_delay: milliseconds(Math.max(retry.max_delay_seconds, retry.base_delay_seconds)),
    factor: retry.exponential_base,
    jitter: retry.jitter,
    completions: retry.max_completion_attempts,
    completion_delay: milliseconds(retry.completion_delay_seconds),
    completion_threshold: retry.completion_threshold_percent / 100,
  };
}

function rateLimitOf({ rate_limit: written }: MozartScore): Score["rate_limit"] {
  const wait = milliseconds(written.wait_minutes * 60);
  // Mozart counts waits of equal length: so many of them are so much time. A limit is waited for at least as long as
  // there.
  return { wait, patience: Math.min(wait * Math.max(written.max_waits, written.max_quota_waits), maxDurationMs) };
}

/** Limits count unless they are switched off. */
function costOf({ cost_limits: written }: MozartScore, report: Report): Pick<Score, "cost"> {
  if (written === undefined) return {};
  const { max_cost_per_sheet: perSheet, max_cost_per_job: perJob } = written;
  const hasLimit = perSheet !== undefined || perJob !== undefined;
  if (written.enabled === true && !hasLimit)
    report("V011", ["cost_limits"], "needs max_cost_per_sheet or max_cost_per_job");
  if (written.enabled === false || !hasLimit) return {};
  return {
    cost: {
      ...(perSheet === undefined ? {} : { per_sheet: perSheet }),
      ...(perJob === undefined ? {} : { per_job: perJob }),
      warn_at: written.warn_at_percent / 100,
    },
  };
}
