import type { JobView, SheetView } from "../../api/view.ts";
import type { JobId } from "../../base/ids.ts";
import { exitCodes } from "../exit-codes.ts";
import { look } from "../look.ts";
import type { Terminal } from "../terminal.ts";
import { branchName, count, shortSha, shown } from "../words.ts";

export async function status(terminal: Terminal, options: { readonly job: string | undefined; readonly json?: true }): Promise<number> {
  const job = await look((viewer) => viewer.status({ job: options.job as JobId | undefined, folder: process.cwd() }));
  if (options.json === true) terminal.out(JSON.stringify(job ?? null));
  else if (job === undefined) terminal.out("No jobs yet. Start one with: tutti run score.yaml");
  else for (const line of statusLines(terminal, job)) terminal.out(line);
  return exitCodes.good;
}

function statusLines(terminal: Terminal, job: JobView): readonly string[] {
  const width = Math.max(...job.sheets.map((sheet) => shown(sheet.id).length));
  return [
    `${terminal.bold(job.id)}  ${job.status}${job.why === null ? "" : ` (${job.why})`}`,
    `  ${count(job.counts.sheets, "sheet")} on ${job.repository}, landing on ${branchName(job.landsOn)}, contexts: ${job.isolation}`,
    ...(job.diverted === null ? [] : [`  ${terminal.yellow(`not on ${branchName(job.target)}: ${job.diverted}`)}`]),
    ...job.sheets.flatMap((sheet) => sheetLines(sheet, job, width)),
  ];
}

function sheetLines(sheet: SheetView, job: JobView, width: number): readonly string[] {
  const landed = sheet.commit === null ? "" : `  ${shortSha(sheet.commit)}  ${sheet.level ?? ""}`;
  const line = `  ${shown(sheet.id).padEnd(width)}  ${sheet.state.padEnd(11)}  ${count(sheet.attempts, "attempt")}${landed}${sheet.why === null ? "" : `  ${sheet.why}`}`;
  return [
    line,
    ...(sheet.state === "failed" && typeof sheet.logs === "string" ? [`    output: ${sheet.logs}`] : []),
    ...(sheet.kept === null ? [] : [`    kept: git --git-dir=${job.store ?? "?"} show ${shortSha(sheet.kept)}`]),
    ...(sheet.leftOut ?? []).slice(0, mostLeftOut).map((item) => `    left out: ${item}`),
    ...((sheet.leftOut?.length ?? 0) > mostLeftOut ? [`    left out: … (all with --json)`] : []),
  ];
}

const mostLeftOut = 5;
