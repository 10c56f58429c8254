import { contestFault } from "../plan/isolation.ts";
import type { IsolationPlan } from "../plan/plan.ts";
import type { Score } from "../schema/score.ts";
import type { Report } from "../source/report.ts";

/** Reports sheets that compete where they would share a folder. */
export function checkContests({ sheets }: Score, isolation: IsolationPlan, report: Report): void {
  const fault = contestFault(isolation);
  for (const [index, { best_of: contest }] of sheets.entries())
    if (fault !== null && contest !== undefined) report("V011", ["sheets", index, "best_of"], fault);
}
