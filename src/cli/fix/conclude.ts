import type { Tutti } from "../../api/tutti.ts";
import { endingOf } from "../../api/contract/ending.ts";
import type { FixAnswer } from "../../api/contract/fix.ts";
import { codeOf, messageOf } from "../../base/error.ts";
import { lookAgain } from "../../fix/collect/look-again.ts";
import { type Workshop, openWorkshop } from "../../fix/collect/workshop.ts";
import type { FixFlags } from "../../fix/options/table.ts";
import { reportOf } from "../../fix/report/report.ts";
import type { FixReport, Recheck } from "../../fix/report/shape.ts";
import { conclude, exitCodeOf } from "../front/conclude.ts";
import type { WatchEnd } from "../front/watch.ts";
import { tutti as ownName } from "../tree/own-name.ts";
import { stopSignal } from "../terminal/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { prose, shellWord } from "../terminal/prose.ts";
import { reportText, sayReport, writeReport } from "./write-report.ts";
import type { JobId } from "../../base/ids.ts";
import { jsonOf } from "../../fix/report/formats/json.ts";
import type { PlayHow } from "../play.ts";
import { settingFrom } from "../setting.ts";

export type ReportWish = Pick<FixFlags, "json" | "sarif" | "markdown" | "noRecheck">;

/** The means to check the project again. */
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
  /** Absent: the whole project is not checked again. */
  readonly looking?: Looking;
}

/** The report of a job that rests; where nothing is left to do, with a new look at the whole project. */
async function finalReport(
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
    terminal.err(terminal.yellow(prose(`the project could not be checked again: ${messageOf(error)}`)));
    return null;
  } finally {
    stop.release();
  }
}

/**
 * At the end of a resumed job: the report of `tutti fix`, if that started it; else the usual end
 * is said of any job.
 */
export function reportAtRest(terminal: Terminal, json: boolean): NonNullable<PlayHow["atRest"]> {
  return async (end, tutti) => {
    const answer = await answerOf(tutti, end.job.id);
    if (answer === undefined) return conclude(terminal, { job: end.job.id, json }, end);
    const folder = end.job.repository;
    const workshop: Looking["workshop"] = () =>
      openWorkshop(settingFrom(process.env), { folder, cancel: new AbortController().signal });
    return json
      ? inLines(terminal, { end, answer, looking: { workshop, folder } })
      : concludeFix(terminal, {}, { workshop, folder })(end, tutti);
  };
}

/** As one more of the values that programs hear while a job plays: the last is the one that ends any job. */
async function inLines(
  terminal: Terminal,
  final: { readonly end: Rest; readonly answer: FixAnswer; readonly looking: Looking },
): Promise<number> {
  const { report, isOver } = await finalReport(terminal, final);
  terminal.out(JSON.stringify({ type: "report", report: JSON.parse(jsonOf(report)) as unknown }));
  const usual = conclude(terminal, { job: final.end.job.id, json: true }, final.end);
  return isOver ? report.exitCode : usual;
}

async function answerOf(tutti: Tutti, job: JobId): Promise<FixAnswer | undefined> {
  try {
    return await tutti.call("fix.report", { job });
  } catch (error) {
    if (codeOf(error) !== "fix.no_record") throw error;
    return undefined;
  }
}
