import type { Tutti } from "../../api/contract.ts";
import { endingOf } from "../../api/ending.ts";
import { messageOf } from "../../base/error.ts";
import { lookAgain } from "../../daemon/fix/look-again.ts";
import type { Workshop } from "../../daemon/fix/workshop.ts";
import type { FixRecord } from "../../intake/fix/model.ts";
import { reportOf } from "../../intake/fix/report/model.ts";
import type { FixReport, Recheck } from "../../intake/fix/report/shape.ts";
import { conclude, exitCodeOf } from "../front/conclude.ts";
import type { WatchEnd } from "../front/watch.ts";
import type { Terminal } from "../terminal.ts";
import { prose } from "../words.ts";
import { sayReport } from "./say-report.ts";
import { reportText, writeReport } from "./write-report.ts";

export interface ReportWish {
  readonly json?: true;
  readonly sarif?: string;
  readonly markdown?: string;
  readonly noRecheck?: true;
}

interface Ended {
  readonly workshop: Workshop;
  readonly folder: string;
  readonly target: string | null;
  readonly record: FixRecord;
}

type Rest = WatchEnd & { readonly kind: "rest" };

/** Says what a job of `tutti fix` came to. The exit code is the report's, unless the job is not over. */
export function concludeFix(terminal: Terminal, wish: ReportWish, ended: Ended): (end: Rest, tutti: Tutti) => Promise<number> {
  return async (end, tutti) => {
    const { record, outcomes, job } = await tutti.call("fix.report", { job: end.job.id });
    const isOver = endingOf(end.job)?.kind === "finished" || job.finalFailure !== null;
    const recheck = isOver && wish.noRecheck !== true ? await again(terminal, ended, end.job.landsOn) : null;
    const report = reportOf(record, outcomes, { recheck, job });
    await writeReports(wish, report);
    if (wish.json === true) terminal.out(reportText(report, "json").replace(/\n$/, ""));
    else sayReport(terminal, report);
    if (!isOver) return wish.json === true ? exitCodeOf(endingOf(end.job) ?? { kind: "stopped" }) : conclude(terminal, { job: end.job.id, json: false }, end);
    if (wish.json !== true && end.job.counts.failed > 0)
      terminal.out(`What became of each: tutti status ${end.job.id} · try again: tutti resume ${end.job.id} --retry-failed`);
    return report.exitCode;
  };
}

/** In the forms and places that were asked for. */
export async function writeReports(wish: ReportWish, report: FixReport): Promise<void> {
  for (const format of ["sarif", "markdown"] as const) {
    const path = wish[format];
    if (path !== undefined) await writeReport(path, reportText(report, format));
  }
}

/** In place there is no commit to compare lines with. `landing`: where results are, which may be another branch than the one that was asked for. */
async function again(terminal: Terminal, { workshop, folder, target, record }: Ended, landing: string | null): Promise<Recheck | null> {
  if (target === null || record.isCut === true) return null;
  try {
    return await lookAgain(workshop, { folder, target: landing ?? target, record });
  } catch (error) {
    terminal.err(terminal.yellow(prose(`the project could not be looked at again: ${messageOf(error)}`)));
    return null;
  }
}
