import { resolve } from "node:path";
import type { Command } from "commander";
import type { CheckedGate, GateCheck, GatesView } from "../../api/contract/landing/gates.ts";
import type { Tutti } from "../../api/tutti.ts";
import type { JobId } from "../../base/ids.ts";
import { branchName, duration, plural, visible } from "../../base/text.ts";
import { ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { find } from "../reach.ts";
import { environmentHere } from "../setting.ts";
import { clock, prose, shortSha } from "../terminal/prose.ts";
import { type TableRow, tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "list" })
      .description(description)
      .option("--job <job>", "gates of this job: of its target and of its score")
      .option("--target <branch>", "gates of this branch (default: the one checked out)")
      .addOption(repoOption)
      .addOption(jsonOption);
  add("list", "show the gates in the order they run, and where each is defined (default)").action(perform(listGates));
  add("check", "run the gates on the target as it is now")
    .option("--anew", "also rerun gates that have judged the same tree")
    .action(perform(checkGates));
  add("hooks", "show your git hooks, which no landing runs, and how to make gates of them").action(perform(gateHooks));
  add("forget", "forget the results of these gates, so that they run again")
    .option("--all", "forget the results of every gate of every repository")
    .action(perform(forgetGates));
};

interface GatesOptions {
  readonly job?: string;
  readonly target?: string;
  readonly repo?: string;
  readonly json?: true;
}

/** Lists the commands that would run before a result lands. */
export async function listGates(terminal: Terminal, options: GatesOptions): Promise<number> {
  const view = await ask(terminal, (tutti) => tutti.call("gates.list", whichOf(options)));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else for (const line of listLines(terminal, view)) terminal.out(line);
  return exitCodes.good;
}

/** Your own hooks, as gates. */
async function gateHooks(terminal: Terminal, options: GatesOptions): Promise<number> {
  const { hooks } = await ask(terminal, (tutti) => tutti.call("gates.list", whichOf(options)));
  if (options.json === true) {
    terminal.out(JSON.stringify(hooks));
    return exitCodes.good;
  }
  // Text to copy goes to stdout, everything else to stderr.
  for (const { hook, by, path, note, isGate } of hooks.found)
    terminal.err(`${hook} (${by}) ${visible(path)}${isGate ? "" : `: no gate. ${note}`}`);
  if (hooks.lines.length === 0) terminal.err("There are no hooks of yours that could be gates.");
  else terminal.err("None of these run on a landing. As .tutti/gates.yaml of the target they would:");
  for (const line of hooks.lines) terminal.out(visible(line));
  return exitCodes.good;
}

/** Runs the gates on the target as it is. */
export async function checkGates(
  terminal: Terminal,
  options: GatesOptions & { readonly anew?: true },
): Promise<number> {
  const params = { ...whichOf(options), anew: options.anew === true, environment: environmentHere(), key: newKey() };
  const check = await acting(terminal, (tutti) => tutti.call("gates.check", params));
  if (options.json === true) terminal.out(JSON.stringify(check));
  else for (const line of checkLines(terminal, check)) terminal.out(line);
  return check.passed ? exitCodes.good : exitCodes.failed;
}

/** Drops what gates said. */
export async function forgetGates(
  terminal: Terminal,
  options: GatesOptions & { readonly all?: true },
): Promise<number> {
  const params = { ...whichOf(options), all: options.all === true, key: newKey() };
  const answer = await acting(terminal, (tutti) => tutti.call("gates.forget", params));
  terminal.out(options.json === true ? JSON.stringify(answer) : `${plural(answer.forgotten, "verdict")} dropped`);
  return exitCodes.good;
}

function whichOf({ job, target, repo }: GatesOptions): { folder: string; job?: JobId; target?: string } {
  return {
    folder: resolve(repo ?? "."),
    ...(job === undefined ? {} : { job: job as JobId }),
    ...(target === undefined ? {} : { target }),
  };
}

/** Through the conductor or, where none runs, alone in the home. */
async function acting<T>(terminal: Terminal, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  const notice = (text: string): void => {
    terminal.err(`note: ${text}`);
  };
  const { tutti } = await find(terminal, { start: false, changes: true, notice });
  return withTutti(tutti, work);
}

const columns = [
  { head: "GATE" },
  { head: "FROM", rank: 1 },
  { head: "AT MOST", rank: 2 },
  { head: "STATE" },
  { head: "COMMAND" },
];

function rowOf(shaky: ReadonlySet<string>): (gate: GatesView["gates"][number]) => TableRow {
  return ({ name, run, quick, timeoutMs, from, jobs }) => ({
    cells: [
      visible(name),
      from === "target" ? ".tutti/gates.yaml" : `only for ${jobs.map(visible).join(", ")}, by the score`,
      duration(timeoutMs),
      shaky.has(name) ? "in quarantine" : "",
      visible(run),
    ],
    below: quick === null ? [] : [`    quick: ${visible(quick)}`],
  });
}

function listLines(terminal: Terminal, view: GatesView): readonly string[] {
  const { target, commit, gates, quarantine, hooks, protectedPaths, notes } = view;
  const shaky = new Set(quarantine.map(({ gate }) => gate));
  const unused = hooks.found.filter(({ isGate }) => isGate).length;
  return [
    `${plural(gates.length, "gate")} for ${branchName(target)} at ${shortSha(commit)}${gates.length === 0 ? ": results land by their own validations" : ", in this order:"}`,
    ...(gates.length === 0 ? [] : tableLines(terminal, { columns, rows: gates.map(rowOf(shaky)), indent: "  " })),
    ...(gates.length === 0 ? [] : view.prepare.map((line) => `${terminal.dim("prepare:")} ${visible(line)}`)),
    ...queueLine(terminal, view),
    ...(protectedPaths.length === 0 ? [] : [`protected: ${protectedPaths.map(visible).join(", ")}`]),
    ...quarantine.map(
      ({ gate, since, flakes, runs, clean }) =>
        `${terminal.yellow("in quarantine")} ${visible(gate)}: failed and passed on one tree ${plural(flakes, "time")} since ${clock(since)}, ${plural(runs, "run")}, ${clean} clean in a row`,
    ),
    ...(unused === 0 || gates.length > 0
      ? []
      : [
          `${plural(unused, "hook")} of yours don't run on a landing: tutti gates hooks shows how to make gates of them`,
        ]),
    ...notes.map((note) => `note: ${prose(note)}`),
  ];
}

/** The results that wait for these gates, and whether anything lands at all. */
function queueLine(
  terminal: Terminal,
  { target, queue: { isPaused, pausedAt, waiting, held, stopped } }: GatesView,
): readonly string[] {
  if (!isPaused && waiting + held === 0) return [];
  const words = [
    `${plural(waiting, "result")} to land`,
    ...(held === 0 ? [] : [`${held} waiting for a person's word`]),
    ...(isPaused ? [terminal.yellow(`paused${pausedAt === null ? "" : ` since ${clock(pausedAt)}`}`)] : []),
  ];
  return [
    `queue of ${branchName(target)}: ${words.join(" · ")} (tutti queue)`,
    ...stopped.map((why) => `  ${prose(why)}`),
  ];
}

function checkLines(terminal: Terminal, { target, commit, reports, notRun, passed }: GateCheck): readonly string[] {
  const verdict =
    reports.length === 0
      ? "there are no gates"
      : passed
        ? terminal.green("passes all gates")
        : terminal.red("does not pass");
  return [
    ...reports.flatMap((report) => reportLines(terminal, report)),
    ...notRun.map((name) => terminal.dim(`–     ${visible(name)} (not run)`)),
    `${branchName(target)} at ${shortSha(commit)}: ${verdict}`,
  ];
}

function reportLines(
  terminal: Terminal,
  { name, passed, isFlaky, isCached, ms, reason, logs }: CheckedGate,
): readonly string[] {
  const mark = passed ? terminal.green("ok  ") : terminal.red("fail");
  const more = [...(isCached ? ["as before"] : [duration(ms)]), ...(isFlaky ? ["flaky: failed first"] : [])].join(", ");
  return [
    `${mark}  ${visible(name)}  ${terminal.dim(more)}`,
    ...reason.split("\n").flatMap((line) => (line === "" ? [] : [`      ${visible(line)}`])),
    ...(passed ? [] : logs.map((path) => `      ${terminal.dim(visible(path))}`)),
  ];
}
