import { access, constants, lstat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { endingOf } from "../../api/contract/ending.ts";
import type { FixAnswer } from "../../api/contract/fix.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf, messageOf, TuttiError } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { JobId } from "../../base/ids.ts";
import { shellWord } from "../../base/text.ts";
import { lookAgain } from "../../fix/collect/look-again.ts";
import { isInImage, openWorkshop, type Workshop } from "../../fix/collect/workshop.ts";
import type { FixFlags } from "../../fix/options/table.ts";
import { jsonOf } from "../../fix/report/formats/json.ts";
import { markdownOf } from "../../fix/report/formats/markdown.ts";
import { sarifOf } from "../../fix/report/formats/sarif.ts";
import { tableLines } from "../../fix/report/formats/table.ts";
import { reportOf } from "../../fix/report/report.ts";
import type { FixReport, Recheck } from "../../fix/report/shape.ts";
import { conclude, exitCodeOf } from "../front/conclude.ts";
import type { WatchEnd } from "../front/watch.ts";
import type { PlayHow } from "../play.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import { whileWaiting } from "../progress/waiting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tutti as ownName } from "../tree/command.ts";
import { writeNew } from "../write-new.ts";

type ReportWish = Pick<FixFlags, "json" | "sarif" | "markdown" | "noRecheck">;

/** The means to check the project again. */
interface Looking {
  readonly workshop: () => Promise<Workshop>;
  readonly folder: string;
}

type Rest = WatchEnd & { readonly kind: "rest" };

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
      terminal.out(`See each sheet: ${ownName()} status ${job} · try again: ${ownName()} resume ${job} --retry-failed`);
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
    const open = { ...(await workshop()), cancel: stop.signal };
    if (record.isInImage === true && !isInImage(open)) {
      terminal.err(terminal.yellow("the project is not checked again here: its tools run in an image"));
      return null;
    }
    const looked = lookAgain(open, { folder, target, record });
    return await whileWaiting(terminal, "checking the project again with its tools", looked);
  } catch (error) {
    terminal.err(terminal.yellow(prose(`the project could not be checked again: ${messageOf(error)}`)));
    return null;
  } finally {
    stop.release();
  }
}

/** For what the preparation of a checkout has to say. */
export function noticeOn(terminal: Terminal): (text: string) => void {
  return (text) => {
    terminal.err(terminal.yellow(prose(text)));
  };
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
      openWorkshop(settingFrom(process.env), {
        folder,
        cancel: new AbortController().signal,
        notice: noticeOn(terminal),
      });
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

export type ReportFormat = "json" | "sarif" | "markdown";

const formats: Readonly<Record<ReportFormat, (report: FixReport) => string>> = {
  json: jsonOf,
  sarif: sarifOf,
  markdown: markdownOf,
};

/** Ends with a new line. */
export function reportText(report: FixReport, format: ReportFormat): string {
  return formats[format](report);
}

/** Checked before anything starts, not when all is over. */
export async function requireWritable({ sarif, markdown }: Pick<FixFlags, "sarif" | "markdown">): Promise<void> {
  for (const path of [sarif, markdown]) {
    if (path === undefined) continue;
    try {
      await access((await exists(path)) ? path : dirname(resolve(path)), constants.W_OK);
    } catch (error) {
      throw new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
        audience: "user",
        hint: "Name a file in a folder that you can write in.",
        cause: error,
      });
    }
  }
}

/** An earlier report is written over: the next run of a CI job says what is true then. */
export async function writeReport(path: string, text: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined || there.isFile()) {
    await writeNew(path, text, there !== undefined);
    return;
  }
  // A link, a pipe or a terminal stays what it is, and gets what is said to it.
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
      audience: "user",
      cause: error,
    });
  }
}

/** The table at the end, for people. */
export function sayReport(terminal: Terminal, report: FixReport): void {
  for (const line of tableLines(report, { width: terminal.outColumns?.() })) terminal.out(painted(terminal, line));
}

function painted(terminal: Terminal, line: string): string {
  const [sign, rest] = [line.slice(0, 1), line.slice(1)];
  if (sign === "✓") return `${terminal.green(sign)}${rest}`;
  if (sign === "~") return `${terminal.yellow(sign)}${rest}`;
  return sign === "✗" ? `${terminal.red(sign)}${rest}` : line;
}
