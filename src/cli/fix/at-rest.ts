import { codeOf } from "../../base/error.ts";
import { endingOf } from "../../api/ending.ts";
import { reportOf } from "../../intake/fix/report/model.ts";
import { conclude } from "../front/conclude.ts";
import type { PlayHow } from "../play.ts";
import type { Terminal } from "../terminal.ts";
import { sayReport } from "./say-report.ts";

/** At the end of a job that somebody went on with: what it came to, where `tutti fix` made it; else what is said of any job. */
export function reportAtRest(terminal: Terminal, json: boolean): NonNullable<PlayHow["atRest"]> {
  return async (end, tutti) => {
    const usual = conclude(terminal, { job: end.job.id, json }, end);
    if (json || endingOf(end.job)?.kind !== "finished") return usual;
    try {
      const { record, outcomes, job } = await tutti.call("fix.report", { job: end.job.id });
      const report = reportOf(record, outcomes, { job });
      sayReport(terminal, report);
      return report.exitCode;
    } catch (error) {
      if (codeOf(error) !== "fix.no_record") throw error;
      return usual;
    }
  };
}
