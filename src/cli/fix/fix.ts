import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Settings } from "../../config/keys.ts";
import { readSettings } from "../../config/read.ts";
import { type FixMade, prepareFix } from "../../fix/collect/prepare.ts";
import { recordOf } from "../../fix/collect/record.ts";
import { openWorkshop, type Workshop } from "../../fix/collect/workshop.ts";
import type { FixRecord, Tally } from "../../fix/model.ts";
import { type FixFlags, fixRows } from "../../fix/options/table.ts";
import { agentName } from "../../fix/report/preview.ts";
import { reportOf } from "../../fix/report/report.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import { knownAgents } from "../../score/known-agents.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { playInFront } from "../play.ts";
import { agentsHere, programsHere, settingFrom } from "../setting.ts";
import { makeWaiting, type Waiting } from "../progress/waiting.ts";
import { stopSignal, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { optionOf } from "../tree/options.ts";
import { levelAt, placeParams, withEnvironment, type Workplace, workplaceFrom } from "../repositories/workplace.ts";
import { concludeFix, noticeOn, reportText, requireWritable, writeReports } from "./conclude.ts";
import { equipped, isApart } from "./equipped.ts";
import { makeFixView } from "./progress.ts";
import { castOf, sayExplainedPlan, sayExplanation, sayMade, looking, sayNothing, sayPlan, toolTeller } from "./say.ts";

/** The options are the rows of the table that have a flag. */
export const declare: Declare = (command, perform) => {
  const options = fixRows.flatMap(([name, row]) =>
    row.flag === undefined
      ? []
      : [{ name, row, option: optionOf({ ...row, flag: row.flag, takes: row.takes ?? "text" }) }],
  );
  command
    .description(
      "Fix findings of linters, type checkers and tests: each file in its own context, verified by the tools, tested, and landed as one commit.",
    )
    .argument("[paths...]", "files, folders or globs (default: the whole repository)");
  for (const { option } of options) command.addOption(option);
  command.action(
    perform((terminal: Terminal, { paths, ...words }: Readonly<Record<string, unknown>>) => {
      const flags = options.flatMap(({ name, row, option }) => {
        const value = words[option.attributeName()];
        return value === undefined ? [] : [[name, row.takes === "switch" ? row.means !== false : value]];
      });
      return fix(terminal, { paths, ...Object.fromEntries(flags) } as FixFlags);
    }),
  );
};

/** From what quality tools find to commits: each file is fixed in a context of its own, verified, and landed. */
export async function fix(terminal: Terminal, asked: FixFlags): Promise<number> {
  const workplace = await workplaceFrom(terminal, asked);
  const command = withEnvironment(asked, workplace);
  if (command.inPlace === true && (await isApart(workplace)))
    throw usage(
      "--no-isolation works in your own folder, and the environment asks for containers",
      "Leave one of them out.",
    );
  const waiting = makeWaiting(terminal, command.json === true);
  waiting.begin(looking);
  const { made, workshop, settings, isStopped } = await prepare(terminal, { command, workplace, waiting }).finally(
    () => {
      waiting.close();
    },
  );
  if (isStopped) {
    terminal.err("stopped before anything started");
    return exitCodes.interrupted;
  }
  if (command.explain === true)
    return (command.dryRun === true ? sayExplainedPlan : sayExplanation)(terminal, made, command.json === true);
  if (command.dryRun === true) return sayPlan(terminal, made, command.json === true);
  const record = recordOf(made);
  if (made.score === null) return nothingToFix(terminal, command, { made, record });
  sayMade(terminal, made);
  const { validate_base: validateBase } = settings;
  return play(terminal, command, { workshop, workplace, made, text: made.score.text, record, validateBase });
}

interface Preparing {
  readonly command: FixFlags;
  readonly workplace: Workplace;
  readonly waiting: Waiting;
}

/** Runs the tools and chooses what is to be fixed. */
async function prepare(
  terminal: Terminal,
  { command, workplace, waiting }: Preparing,
): Promise<{
  readonly made: FixMade;
  readonly workshop: Workshop;
  readonly settings: Settings;
  readonly isStopped: boolean;
}> {
  const { folder } = workplace;
  const setting = settingFrom(process.env);
  const { settings } = await readSettings({ env: process.env, project: folder });
  await requireHomeApart(setting, folder);
  await requireWritable(command);
  const agents = await agentsHere(folder);
  const programs = await programsHere(folder);
  const stop = stopSignal();
  try {
    const opened = await openWorkshop(setting, { folder, cancel: stop.signal, notice: noticeOn(terminal) });
    const workshop = await equipped(opened, workplace);
    const flags = { ...command, paths: await pathsFrom(command.paths, workshop.top) };
    const made = await prepareFix(workshop, {
      folder,
      flags,
      usualAgent: settings["agents.default"],
      onlyExplain: isOnlyExplained(command),
      onlyPlan: command.dryRun === true,
      isAgent: (name: string) => (agents.agents ?? knownAgents).has(name),
      isProgram: (name: string) => programs.has(name),
      tried: await tallies(terminal, command),
      onProgress: toolTeller(terminal, waiting),
    });
    return { made, workshop, settings, isStopped: stop.signal.aborted };
  } finally {
    stop.release();
  }
}

/** Then nothing is collected. */
function isOnlyExplained({ explain, dryRun }: FixFlags): boolean {
  return explain === true && dryRun !== true;
}

/** Programs are told in the form that they are always told in. */
async function nothingToFix(
  terminal: Terminal,
  command: FixFlags,
  { made, record }: Pick<Playing, "made" | "record">,
): Promise<number> {
  const report = reportOf(record, []);
  await writeReports(command, report);
  if (command.json === true) terminal.out(reportText(report, "json").replace(/\n$/, ""));
  else sayNothing(terminal, made);
  return report.exitCode;
}

interface Playing {
  readonly workplace: Workplace;
  readonly workshop: Workshop;
  readonly made: FixMade;
  readonly text: string;
  readonly record: FixRecord;
  readonly validateBase: "auto" | "always" | "never";
}

async function play(terminal: Terminal, command: FixFlags, playing: Playing): Promise<number> {
  const { workshop, workplace, text, record, made, validateBase } = playing;
  const { folder } = workplace;
  const place = await placeParams(workplace);
  const level = await levelAt(workplace, undefined);
  const how = {
    json: command.json === true,
    detach: command.detach === true,
    noStart: command.noStart === true,
    view: makeFixView(terminal, record, castOf(made).map(agentName)),
    atRest: concludeFix(terminal, command, { workshop: () => Promise.resolve(workshop), folder }),
  };
  return playInFront(terminal, how, (tutti, key) =>
    tutti.call("job.submit", {
      score: { path: null, baseDir: folder, text },
      ...place,
      ...(level === undefined || command.inPlace === true ? {} : { isolation: level }),
      key,
      validateBase: command.force === true ? "never" : validateBase,
      fix: record,
    }),
  );
}

/** They are optional: without them prompts start as for untried rules. */
async function tallies(terminal: Terminal, command: FixFlags): Promise<readonly Tally[]> {
  if (isOnlyExplained(command)) return [];
  // Something else is painted meanwhile.
  return ask({ ...terminal, isLive: false }, (tutti) => tutti.call("findings.stats", {})).then(
    (answer) => answer.tallies,
    () => [],
  );
}

/**
 * Typed paths, as paths from the top of the repository, which tools and git use.
 * None of them: everywhere.
 */
export async function pathsFrom(typed: readonly string[], top: string): Promise<readonly string[]> {
  const [here, above] = await Promise.all([realpath(process.cwd()), realpath(top)]);
  const paths = typed.map((path) => {
    const below = relative(above, resolve(here, path));
    if (below === ".." || below.startsWith("../"))
      throw usage(
        `${path} is not in ${above}`,
        "Name files, directories or globs of this repository; --repo names another.",
      );
    return below;
  });
  // The top includes everything else.
  return paths.includes("") ? [] : paths;
}
