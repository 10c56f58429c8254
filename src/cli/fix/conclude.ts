import type { Tutti } from "../../api/tutti.ts";
import { endingOf } from "../../api/contract/ending.ts";
import type { FixAnswer } from "../../api/contract/findings.ts";
import { messageOf } from "../../base/error.ts";
import { lookAgain } from "../../fix/collect/look-again.ts";
import type { Workshop } from "../../fix/collect/workshop.ts";
import type { FixFlags } from "../../fix/options/table.ts";
import { reportOf } from "../../fix/report/report.ts";
import type { FixReport, Recheck } from "../../fix/report/shape.ts";
import { conclude, exitCodeOf } from "../front/conclude.ts";
import type { WatchEnd } from "../front/watch.ts";
import { tutti as ownName } from "../own-name.ts";
import { stopSignal } from "../stop-signal.ts";
import type { Terminal } from "../terminal.ts";
import { prose, shellWord } from "../words.ts";
import { sayReport } from "./say-report.ts";
import { reportText, writeReport } from "./write-report.ts";

export type ReportWish = Pick<FixFlags, "json" | "sarif" | "markdown" | "noRecheck">;

/** What the project is looked at again with, and where. */
export interface Looking {
  readonly workshop: () => Promise<Workshop>;
  readonly folder: string;
}

export type Rest = WatchEnd & { readonly kind: "rest" };

/** Says what a job of `tutti fix` came to. The exit code is the report's, unless the job is not over. */
export function concludeFix(
  terminal: Terminal,
  wish: ReportWish,
  looking: Looking,
): (end: Rest, tutti: Tutti) => Promise<number> {
  return async (end, tutti) => {
    const { report, isOver } = await finalReport(terminal, {
      end,
      answer: await tutti.call("fix.report", { job: end.job.id }),
      ...(wish.noRecheck === true ? {} : { looking }),
    });
    await writeReports(wish, report);
    if (wish.json === true) terminal.out(reportText(report, "json").replace(/\n$/, ""));
    else sayReport(terminal, report);
    if (!isOver)
      return wish.json === true
        ? exitCodeOf(endingOf(end.job) ?? { kind: "stopped" })
        : conclude(terminal, { job: end.job.id, json: false }, end);
    if (wish.json !== true && end.job.counts.failed > 0) {
      const job = shellWord(end.job.id);
      terminal.out(
        `What became of each: ${ownName()} status ${job} · try again: ${ownName()} resume ${job} --retry-failed`,
      );
    }
    return report.exitCode;
  };
}

interface Final {
  readonly end: Rest;
  readonly answer: FixAnswer;
  /** Absent: nobody wants the whole project to be looked at again. */
  readonly looking?: Looking;
}

/** The report of a job that rests; where nothing is left to do, with a new look at the whole project. */
export async function finalReport(
  terminal: Terminal,
  { end, answer, looking }: Final,
): Promise<{ readonly report: FixReport; readonly isOver: boolean }> {
  const { record, outcomes, job } = answer;
  const isOver = endingOf(end.job)?.kind === "finished" || job.finalFailure !== null;
  const recheck = isOver && looking !== undefined ? await again(terminal, answer, looking) : null;
  return { report: reportOf(record, outcomes, { recheck, job }), isOver };
}

/** In the forms and places that were asked for. */
export async function writeReports(wish: ReportWish, report: FixReport): Promise<void> {
  for (const format of ["sarif", "markdown"] as const) {
    const path = wish[format];
    if (path !== undefined) await writeReport(path, reportText(report, format));
  }
}

/**
 * Where results are, which may be another branch than the one that was asked for. In place there is no commit to
 * compare lines with.
 */
async function again(
  terminal: Terminal,
  { record, job }: FixAnswer,
  { workshop, folder }: Looking,
): Promise<Recheck | null> {
  const target = job.landsOn ?? job.target;
  if (target === null || record.isCut === true) return null;
  const stop = stopSignal();
  try {
    return await lookAgain({ ...(await workshop()), cancel: stop.signal }, { folder, target, record });
  } catch (error) {
    terminal.err(terminal.yellow(prose(`the project could not be looked at again: ${messageOf(error)}`)));
    return null;
  } finally {
    stop.release();
  }
}
