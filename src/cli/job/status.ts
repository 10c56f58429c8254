import { useWords } from "../../base/home/use-words.ts";
import { statSync } from "node:fs";
import { codeOf } from "../../base/error.ts";
import { collisionWords } from "../../sheet/collisions/describe.ts";
import { reviewWords } from "../../sheet/verdict.ts";
import { withModel } from "../../api/contract/agents.ts";
import { knownCostWords, uncountedWords } from "../../api/contract/cost/cost.ts";
import { undeliveredWords } from "../../api/contract/notify/view.ts";
import { endingOf } from "../../api/contract/ending.ts";
import { holdUpAdvice, holdUpWords } from "../../sheet/rest/hold-up.ts";
import type { JobView, SheetView } from "../../api/contract/job.ts";
import { branchName, duration, firstFew, plural, shellWord, visible } from "../../base/text.ts";
import { aboutJob, ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { jobOrSheet } from "../named.ts";
import { originLines, successorLines } from "../front/chain-lines.ts";
import { costLine, promiseLines, takenOutLines } from "../front/summary.ts";
import { stateWord } from "../progress/tally.ts";
import { isLocal } from "../setting.ts";
import { healingLine } from "../journal/healing-line.ts";
import { usage } from "../terminal/input.ts";
import { diskLines } from "../terminal/notes.ts";
import { ago, clock, landingWords, prose, shortName, shortSha } from "../terminal/prose.ts";
import { type TableRow, tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { newestJob } from "../tree/options.ts";
import { findLost, noJobsWords, noneAtAll } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", `${newestJob}; JOB/SHEET explains one sheet`)
    .option("-w, --watch", "keep showing it until the job rests; exits with the outcome of the job, as tutti run does")
    .option("--health", "show how the job goes in one number, its parts, and alerts")
    .option("--verbose", "show what each sheet's last attempt took of the machine")
    .option("--json", "print JSON; with --watch, print events as JSON lines")
    .action(perform(status));
};

interface StatusOptions {
  readonly job: string | undefined;
  readonly watch?: true;
  readonly health?: true;
  readonly verbose?: true;
  readonly json?: true;
}

export async function status(terminal: Terminal, options: StatusOptions): Promise<number> {
  if (options.watch === true) return watch(terminal, options).catch(answerWorkspace(options.job));
  const { job, none, sheet, undelivered } = await ask(terminal, async (tutti) => {
    const named = await jobOrSheet(terminal, tutti, options.job);
    if (named.sheet !== undefined) return { ...named, job: null, none: noneAtAll, undelivered: null };
    const found = await tutti.call("job.status", { ...aboutJob(named.job) });
    const told = options.json === true ? null : await tutti.call("notify.list", {});
    const undelivered = told === null ? null : undeliveredWords(told, Date.now());
    return { job: found, none: found === null ? await findLost(tutti) : noneAtAll, sheet: undefined, undelivered };
  });
  if (sheet !== undefined)
    return (await import("../sheet/explain.ts")).explain(terminal, {
      ...options,
      sheet: options.job ?? "",
      job: undefined,
    });
  if (options.health === true && job !== null)
    return (await import("../journal/health.ts")).showHealth(terminal, job, options.json === true);
  if (options.json === true) terminal.out(JSON.stringify(job));
  else if (job === null) terminal.out(noJobsWords(none));
  else {
    for (const line of statusLines(terminal, job, options)) terminal.out(line);
    if (undelivered !== null) terminal.err(`note: ${prose(undelivered)} (tutti notify list)`);
  }
  return exitCodes.good;
}

/** Mozart's `status -w FOLDER`: there `-w` names the workspace. */
function answerWorkspace(named: string | undefined): (error: unknown) => never {
  return (error) => {
    const isFolder = named !== undefined && statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
    if (codeOf(error) !== "job.unknown" || !isFolder) throw error;
    throw usage(
      `${visible(named)} is a folder, no job; here -w is --watch, and a job knows its workspace`,
      "The newest job of this repository: tutti status. Another: tutti status JOB (tutti list has them)",
    );
  };
}

async function watch(terminal: Terminal, options: StatusOptions): Promise<number> {
  const json = options.json === true;
  const { watchStatus } = await import("../front/watch-status.ts");
  return watchStatus(terminal, {
    job: options.job,
    json,
    print: (found) => {
      if (json)
        terminal.out(
          JSON.stringify({
            type: "result",
            how: found === undefined ? null : (endingOf(found) ?? null),
            job: found ?? null,
          }),
        );
      else
        for (const line of found === undefined ? [noJobsWords(noneAtAll)] : statusLines(terminal, found, options))
          terminal.out(line);
    },
  });
}

function statusLines(terminal: Terminal, job: JobView, { verbose }: Pick<StatusOptions, "verbose">): readonly string[] {
  return [
    `${terminal.bold(job.id)}  ${job.status}, started ${ago(job.createdAt)}${whyWords(job)}`,
    `  ${plural(job.counts.sheets, "sheet")} on ${job.repository}, ${landingWords(job)}, isolation: ${job.isolation}${job.per === "job" ? ", one context for all" : ""}`,
    ...(job.diverted === null
      ? []
      : [`  ${terminal.yellow(`not on ${branchName(job.target ?? "")}: ${prose(job.diverted)}`)}`]),
    ...originLines(job).map((line) => `  ${line}`),
    ...takenOutLines(terminal, job).map((line) => `  ${line}`),
    ...promiseLines(terminal, job).map((line) => `  ${line}`),
    ...(job.healings ?? []).map((healing) => `  ${healingLine(terminal, healing)}`),
    ...[costLine(job)].flatMap((line) => (line === null ? [] : [`  ${line}`])),
    ...[uncountedWords(job.cost.uncounted ?? [])].flatMap((words) =>
      words === null ? [] : [`  ${terminal.yellow(prose(words))}`],
    ),
    ...(job.prepared ?? []).map((line) => `  ${prose(line)}`),
    ...(job.accounts ?? []).map(
      ({ agent, why }) => `  ${terminal.yellow(`sheets wait for ${visible(agent)}: ${prose(why)}`)}`,
    ),
    ...diskLines(terminal, job.disk ?? null),
    ...tableLines(terminal, { columns, rows: sheetRows(verbose === true ? job : withoutUse(job)), indent: "  " }),
    ...successorLines(terminal, job).map((line) => `  ${line}`),
    ...(job.holdUp === undefined
      ? []
      : [`  ${terminal.yellow(prose(holdUpWords(job.holdUp, branchName(job.landsOn ?? ""))))}`, `    ${holdUpAdvice}`]),
    ...(job.waitsFor ?? []).map(
      ({ what, pid, folder, forMs }) =>
        `  waits for ${what} (process ${pid}) for ${duration(forMs)} in ${visible(folder)}`,
    ),
  ];
}

function whyWords({ status: kind, why, pause }: JobView): string {
  if (kind === "interrupted" && !isLocal(process.env)) return " (its conductor is gone; tutti start goes on with it)";
  if (pause?.kind === "stop" && !isLocal(process.env))
    return " (its conductor was stopped; tutti start goes on with it)";
  return why === null ? "" : ` (${prose(why)})`;
}

const columns = [
  { head: "SHEET" },
  { head: "STATE" },
  { head: "ATTEMPTS", rank: 3 },
  { head: "NOW", rank: 2 },
  { head: "RESULT", rank: 1 },
  { head: "COST", rank: 4 },
  { head: "WHY" },
];

function withoutUse(job: JobView): JobView {
  return { ...job, sheets: job.sheets.map(({ use: _, ...sheet }) => sheet) };
}

/** Sheets that wait for the same are one row: a job may have hundreds of them. */
function sheetRows(job: JobView): readonly TableRow[] {
  const rows = job.sheets.map((sheet) => ({ sheet, row: rowOf(sheet, job) }));
  const same = ({ row }: (typeof rows)[number]): string => JSON.stringify([row.cells.slice(1), row.below]);
  const isIdle = ({ sheet }: (typeof rows)[number]): boolean => ["waiting", "blocked", "skipped"].includes(sheet.state);
  const groups = Map.groupBy(rows, (one) => (isIdle(one) ? same(one) : one.sheet.id));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (group.length < mostAlike || first === undefined) return group.map(({ row }) => row);
    const names = firstFew(
      group.map(({ sheet }) => shortName(sheet.id)),
      3,
    );
    return [{ ...first.row, cells: [names, ...first.row.cells.slice(1)] }];
  });
}

const mostAlike = 5;

function rowOf(sheet: SheetView, job: JobView): TableRow {
  const lasting =
    sheet.startedAt === undefined
      ? ""
      : `${duration(Date.now() - (sheet.phaseSince ?? sheet.startedAt))} with ${visible(withModel(sheet))}`;
  const result = sheet.commit === null ? (sheet.pull === null ? "" : visible(sheet.pull.url)) : shortSha(sheet.commit);
  const cells = [
    nameIn(job, sheet),
    stateWord({ isAlive: true, phase: "playing", ...sheet }),
    sheet.attempts === 0 ? "" : String(sheet.attempts),
    lasting,
    [result, sheet.commit === null ? "" : (sheet.level ?? "")].filter((word) => word !== "").join(" "),
    knownCostWords(sheet.cost) ?? "",
    whyWaits(sheet) ?? "",
  ];
  return { cells, below: detailLines(sheet, job) };
}

function detailLines(sheet: SheetView, job: JobView): readonly string[] {
  return [
    ...(sheet.commit === null || sheet.pull === null ? [] : [`    pull request: ${visible(sheet.pull.url)}`]),
    ...(sheet.review === undefined ? [] : [`    review: ${reviewLine(sheet.review)}`]),
    ...(sheet.collisions ?? []).map((one) => `    ${visible(collisionWords(one))}`),
    ...(sheet.inferred === null ? [] : [`    inferred: ${visible(sheet.inferred)}`]),
    ...(sheet.use === undefined ? [] : [`    ${sheet.state === "running" ? "takes" : "took"} ${useWords(sheet.use)}`]),
    ...contextLines(sheet, job.per),
    ...(sheet.state === "failed" && typeof sheet.logs === "string" ? [`    output: ${sheet.logs}`] : []),
    ...(sheet.printed ?? [])
      .slice(0, mostPrinted)
      .map(({ command, path }) => `    → ${visible(command ?? path ?? "")}`),
    ...(sheet.kept === null
      ? []
      : [
          `    kept: ${shortSha(sheet.kept)}; look at it with: tutti show ${aimAt(job, sheet)} --job ${shellWord(job.id)}`,
        ]),
    ...(sheet.leftOut ?? []).slice(0, mostLeftOut).map((item) => `    left out: ${item}`),
    ...((sheet.leftOut?.length ?? 0) > mostLeftOut ? [`    left out: … (all with --json)`] : []),
  ];
}

function reviewLine(review: NonNullable<SheetView["review"]>): string {
  const back = review.sentBack === 0 ? "" : `; sent back ${plural(review.sentBack, "time")}`;
  return visible(`${reviewWords(review)}${back}`);
}

/** With the moment, and the trouble that it waits for. */
function whyWaits({ state, why, code, notBefore, isApproved }: SheetView): string | null {
  if (isApproved === false) return `waits for your word${why === null ? "" : ` (${prose(why)})`}: tutti approve`;
  if (why === null) return null;
  if (state !== "waiting") return prose(why);
  return `${prose(why)}${momentOf(notBefore)}${code === null ? "" : ` (${code})`}`;
}

/** The moment of a limit may be over before the account is tried again. */
function momentOf(notBefore: number | undefined): string {
  if (notBefore === undefined) return "";
  return notBefore > Date.now()
    ? ` until ${clock(notBefore)}`
    : ` until ${clock(notBefore)}, which is over; tutti explain says what it waits for`;
}

/** One that is cut can still be named, by its number. */
function nameIn(job: JobView, sheet: SheetView): string {
  return isCut(sheet) ? `${shortName(sheet.id)} (${numberIn(job, sheet)})` : visible(sheet.id);
}

/** A number that is another sheet's id means that sheet. */
function aimAt(job: JobView, sheet: SheetView): string {
  const number = numberIn(job, sheet);
  return isCut(sheet) && !job.sheets.some(({ id }) => id === number) ? number : shellWord(sheet.id);
}

function isCut({ id }: SheetView): boolean {
  return shortName(id) !== visible(id);
}

function numberIn(job: JobView, sheet: SheetView): string {
  return String(job.sheets.indexOf(sheet) + 1);
}

/** Where it works or left something to look at, and the branch its result has. */
function contextLines({ context, state }: SheetView, per: JobView["per"]): readonly string[] {
  if (context === undefined || context === null) return [];
  const isOpen =
    context.exists &&
    (context.level !== "none" || context.fallback !== null) &&
    state !== "landed" &&
    state !== "done" &&
    !(per === "job" && state === "failed");
  return [
    ...(isOpen ? [`    context: ${visible(context.path)} (${context.level})`] : []),
    ...(context.fallback === null ? [] : [`    not isolated: ${prose(context.fallback)}`]),
    ...(context.branch === null ? [] : [`    branch: ${branchName(context.branch)}`]),
  ];
}

const mostLeftOut = 5;
const mostPrinted = 3;
