import { userInfo } from "node:os";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { QueueChange, QueueGate, QueueRow, QueueView } from "../../api/contract/landing/queue.ts";
import type { JobId } from "../../base/ids.ts";
import { branchName, duration, plural, shellWord, visible } from "../../base/text.ts";
import { act, ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { settleLocal } from "../front/conclude.ts";
import { find } from "../reach.ts";
import { clock, prose, shortName } from "../terminal/prose.ts";
import { type TableRow, tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "list" })
      .description(description)
      .addOption(repoOption)
      .addOption(jsonOption);
  add("list", "show what waits to land, in order, and what waits for approval (default)")
    .option("--target <branch>", "only this branch")
    .option("--all", "every repository")
    .action(perform(listQueue));
  add("pause", "land nothing on a branch until tutti queue resume; agents keep working")
    .addOption(targetOption)
    .action(perform(pauseQueue));
  add("resume", "resume a paused queue and the jobs that rest because of it")
    .addOption(targetOption)
    .action(perform(resumeQueue));
  add("reorder", "land these sheets before all others")
    .argument("<sheets...>", "sheets by id, or JOB/SHEET, in the order they land")
    .option("--job <job>", "job of the sheets")
    .action(perform(reorderQueue));
  add("eject", "remove a result from the queue and keep its work; tutti approve puts it back")
    .argument("<sheet>", "sheet by id, or JOB/SHEET")
    .option("--job <job>", "job of the sheet")
    .action(perform(ejectResult));
};

const targetOption = new Option("--target <branch>", "branch (default: the one checked out)");

interface QueueOptions {
  readonly target?: string;
  readonly repo?: string;
  readonly json?: true;
}

async function listQueue(terminal: Terminal, options: QueueOptions & { readonly all?: true }): Promise<number> {
  const all = options.all === true;
  const queues = await ask(terminal, (tutti) => tutti.call("queue.list", { ...which(options), all }));
  if (options.json === true) terminal.out(JSON.stringify(queues));
  else for (const line of queueLines(terminal, queues, { now: Date.now(), all })) terminal.out(line);
  return exitCodes.good;
}

export async function pauseQueue(terminal: Terminal, options: QueueOptions): Promise<number> {
  const change = await act(terminal, (tutti) => tutti.call("queue.pause", { ...which(options), key: newKey() }));
  say(terminal, options, {
    value: change,
    lines: [
      `Nothing lands on ${branchOf(change)} until: tutti queue resume --target ${shellWord(branchName(change.target))}`,
    ],
  });
  return exitCodes.good;
}

/** Jobs that go on are played by the conductor; without one, here, and until they rest. */
export async function resumeQueue(terminal: Terminal, options: QueueOptions): Promise<number> {
  const reached = await find(terminal, { start: true });
  const change = await withTutti(reached.tutti, async (tutti) => {
    const { position } = await tutti.call("conductor.status", {});
    const done = await tutti.call("queue.resume", { ...which(options), key: newKey() });
    await settleLocal(reached, new Map(done.resumed.map((job) => [job as JobId, position])));
    return done;
  });
  const lines = [
    change.wasPaused ? `The queue of ${branchOf(change)} goes on.` : `The queue of ${branchOf(change)} is not paused.`,
    ...change.resumed.map((job) => `${visible(job)} goes on with it.`),
    ...change.stuck.map(({ job, why }) => terminal.yellow(`${visible(job)} can't go on: ${prose(why)}`)),
  ];
  say(terminal, options, { value: change, lines });
  return change.stuck.length === 0 ? exitCodes.good : exitCodes.failed;
}

export async function reorderQueue(
  terminal: Terminal,
  options: QueueOptions & { readonly sheets: readonly string[]; readonly job?: string },
): Promise<number> {
  const asked = { folder: folderOf(options), sheets: [...options.sheets], ...jobOf(options), key: newKey() };
  const change = await act(terminal, (tutti) => tutti.call("queue.reorder", asked));
  say(terminal, options, {
    value: change,
    lines: [`First on ${branchOf(change)}: ${change.first.map(visible).join(", ")}`],
  });
  return exitCodes.good;
}

export async function ejectResult(
  terminal: Terminal,
  options: QueueOptions & { readonly sheet: string; readonly job?: string },
): Promise<number> {
  const asked = { folder: folderOf(options), sheet: options.sheet, ...jobOf(options), by: whoHere(), key: newKey() };
  const ejected = await act(terminal, (tutti) => tutti.call("queue.eject", asked));
  const back = `tutti approve ${shellWord(ejected.job)} ${shellWord(ejected.sheet)}`;
  say(terminal, options, {
    value: ejected,
    lines: [
      `${visible(ejected.sheet)} is out of the queue of ${branchOf(ejected)}; its work is kept. Put it back with: ${back}`,
    ],
  });
  return exitCodes.good;
}

function say(
  terminal: Terminal,
  { json }: QueueOptions,
  said: { readonly value: object; readonly lines: readonly string[] },
): void {
  if (json === true) terminal.out(JSON.stringify(said.value));
  else for (const line of said.lines) terminal.out(line);
}

function which(options: QueueOptions): { readonly folder: string; readonly target?: string } {
  return { folder: folderOf(options), ...(options.target === undefined ? {} : { target: options.target }) };
}

function folderOf({ repo }: QueueOptions): string {
  return resolve(repo ?? process.cwd());
}

function jobOf({ job }: { readonly job?: string }): { readonly job?: JobId } {
  return job === undefined ? {} : { job: job as JobId };
}

function branchOf({ target }: Pick<QueueChange, "target">): string {
  return visible(branchName(target));
}

/** A user without a name, as in some containers, is a person all the same. */
function whoHere(): string {
  try {
    return userInfo().username.slice(0, 200) || "a person";
  } catch {
    return "a person";
  }
}

/**
 * Queues for people: a line for each result, in the order in which they would land, and below it what waits for a
 * person.
 */
function queueLines(
  terminal: Terminal,
  queues: readonly QueueView[],
  how: { readonly now: number; readonly all: boolean },
): readonly string[] {
  if (queues.length === 0) return ["Nothing waits to land, and no queue is paused."];
  return queues.flatMap((queue, place) => [...(place === 0 ? [] : [""]), ...linesOf(terminal, queue, how)]);
}

function linesOf(
  terminal: Terminal,
  queue: QueueView,
  { now, all }: { readonly now: number; readonly all: boolean },
): readonly string[] {
  const where = `${visible(branchName(queue.target))}${all ? ` of ${visible(queue.repository)}` : ""}`;
  const paused = queue.isPaused
    ? ` · ${terminal.yellow(`paused${queue.pausedAt === null ? "" : ` since ${clock(queue.pausedAt, now)}`}`)}`
    : "";
  const window = queue.window === null ? "" : ` · one test covers up to ${queue.window}`;
  const name = namer(queue);
  const rows = [...queue.entries, ...queue.held].map((row) => rowOf(row, name(row), now));
  return [
    `${terminal.bold(where)}: ${plural(queue.entries.length, "result")} to land${paused}${window}`,
    ...(queue.problem === null ? [] : [`  ${terminal.red("nothing lands:")} ${prose(queue.problem)}`]),
    ...(rows.length === 0 ? [] : tableLines(terminal, { columns, rows, indent: "  " })),
    ...(queue.held.length === 0
      ? []
      : [
          terminal.dim(
            `  ${plural(queue.held.length, "result waits", "results wait")} for a person's word: tutti review`,
          ),
        ]),
  ];
}

const columns = [
  { head: "PLACE" },
  { head: "RESULT" },
  { head: "STATE" },
  { head: "FOR", rank: 1 },
  { head: "GATES", rank: 2 },
  { head: "TITLE", rank: 3 },
  { head: "WHY" },
];

function rowOf(row: QueueRow, name: string, now: number): TableRow {
  return {
    cells: [
      row.place === null ? "-" : String(row.place),
      name,
      row.state,
      row.since === null ? "" : duration(now - row.since),
      row.gates.map(gateWords).join(", "),
      visible(row.title),
      row.why === null ? "" : prose(row.why),
    ],
  };
}

/** With their job only where there are several. */
function namer({ entries, held }: QueueView): (row: QueueRow) => string {
  const isOneJob = new Set([...entries, ...held].map(({ job }) => job)).size <= 1;
  return ({ job, sheet }) => (isOneJob ? shortName(sheet) : `${visible(job)}/${shortName(sheet)}`);
}

const marks = { passed: "✓", failed: "✗", running: "…", waiting: "·" } as const;

function gateWords({ name, state, ms }: QueueGate): string {
  return `${marks[state]} ${visible(name)}${ms === null ? "" : ` ${duration(ms)}`}`;
}
