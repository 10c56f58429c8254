import type { JobSummary } from "../../../api/contract/job.ts";

interface Totals {
  readonly sheets: number;
  /** Landed, or good without a landing. */
  readonly landed: number;
  readonly failed: number;
  /** Neither good, failed nor skipped. */
  readonly open: number;
  readonly usd: number;
  /** Runs whose cost is not known. */
  readonly unpriced: number;
}

const none: Totals = { sheets: 0, landed: 0, failed: 0, open: 0, usd: 0, unpriced: 0 };

export function totalsOf(jobs: readonly Pick<JobSummary, "counts" | "cost">[]): Totals {
  return jobs.reduce((sum, { counts, cost }) => {
    const good = counts.landed + counts.done;
    return {
      sheets: sum.sheets + counts.sheets,
      landed: sum.landed + good,
      failed: sum.failed + counts.failed,
      open: sum.open + counts.sheets - good - counts.failed - counts.skipped,
      usd: sum.usd + (cost.usd ?? 0),
      unpriced: sum.unpriced + cost.unknown,
    };
  }, none);
}
