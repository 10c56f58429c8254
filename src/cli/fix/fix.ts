import { resolve } from "node:path";
import { readSettings } from "../../config/read.ts";
import { type FixMade, prepareFix } from "../../fix/collect/prepare.ts";
import { type Workshop, openWorkshop } from "../../fix/collect/workshop.ts";
import { requireHomeApart } from "../../root/home-apart.ts";
import type { FixFlags } from "../../fix/options/table.ts";
import { shownTool } from "../../fix/tool-folder.ts";
import type { FixRecord, Tally } from "../../fix/model.ts";
import { reportOf } from "../../fix/report/report.ts";
import { allFindings } from "../../fix/choose/reported-by.ts";
import { agentName } from "../../fix/report/preview.ts";
import { knownAgents } from "../../score/known-agents.ts";
import { agentsHere, programsHere } from "../agents-here.ts";
import { environmentHere } from "../environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { concludeFix, writeReports } from "./conclude.ts";
import { castOf, sayExplainedPlan, sayExplanation, sayMade, sayNothing, sayPlan, sayTool } from "./say.ts";
import { makeFixView } from "./progress.ts";
import { pathsFrom } from "./paths.ts";
import { reportText, requireWritable } from "./write-report.ts";
import { ask } from "../job/choose/ask.ts";
import { playInFront } from "../play.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal } from "../terminal/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** From what quality tools find to commits: each file is fixed in a context of its own, verified, and landed. */
export async function fix(terminal: Terminal, command: FixFlags): Promise<number> {
  const folder = resolve(command.repo ?? ".");
  const setting = settingFrom(process.env);
  const { settings } = await readSettings({ env: process.env, project: folder });
  await requireHomeApart(setting, folder);
  await requireWritable(command);
  const agents = await agentsHere(folder);
  const programs = await programsHere(folder);
  const stop = stopSignal();
  const workshop = await openWorkshop(setting, { folder, cancel: stop.signal });
  const tellTool = (progress: Parameters<typeof sayTool>[1]): void => {
    sayTool(terminal, progress);
  };
  let made: FixMade;
  try {
    const flags = { ...command, paths: await pathsFrom(command.paths, workshop.top) };
    const wish = {
      folder,
      flags,
      usualAgent: settings["agents.default"],
      onlyExplain: isOnlyExplained(command),
      onlyPlan: command.dryRun === true,
      isAgent: (name: string) => (agents.agents ?? knownAgents).has(name),
      isProgram: (name: string) => programs.has(name),
    };
    made = await prepareFix(workshop, { ...wish, tried: await tallies(terminal, command), onProgress: tellTool });
  } finally {
    stop.release();
  }
  if (stop.signal.aborted) {
    terminal.err("stopped before anything started");
    return exitCodes.interrupted;
  }
  if (command.explain === true)
    return (command.dryRun === true ? sayExplainedPlan : sayExplanation)(terminal, made, command.json === true);
  if (command.dryRun === true) return sayPlan(terminal, made, command.json === true);
  const record = recordOf(made);
  if (made.score === null) return nothingToFix(terminal, command, { made, record });
  sayMade(terminal, made);
  return play(terminal, command, { workshop, folder, made, text: made.score.text, record });
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
  readonly workshop: Workshop;
  readonly folder: string;
  readonly made: FixMade;
  readonly text: string;
  readonly record: FixRecord;
}

function play(terminal: Terminal, command: FixFlags, playing: Playing): Promise<number> {
  const { workshop, folder, text, record, made } = playing;
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
      folder,
      environment: environmentHere(),
      key,
      fix: record,
    }),
  );
}

/** Kept with the job. */
function recordOf({ ground, tools, collected, groups, leftOut, score, decided }: FixMade): FixRecord {
  const broken = [
    ...collected.flatMap((one) => (one.kind === "failed" ? [{ tool: shownTool(one.tool), why: one.why }] : [])),
    ...tools.unused.flatMap(({ name, why, isWanted }) => (isWanted ? [{ tool: name, why }] : [])),
  ];
  const whole: FixRecord = {
    version: 1,
    commit: ground.commit,
    tools: collected.flatMap((one) => (one.kind === "read" ? [one.tool] : [])),
    findings: allFindings(collected),
    leftOut,
    sheets: score?.sheets ?? [],
    ignore: decided.options.ignore,
    ...(broken.length === 0 ? {} : { broken }),
  };
  return JSON.stringify(whole).length <= mostOfRecord
    ? whole
    : { ...whole, findings: groups.flatMap(({ findings }) => findings), isCut: true };
}

/** A message to the conductor holds four times as much, and a score besides. */
const mostOfRecord = 2 * 1024 * 1024;

/** They are optional: without them prompts start as for untried rules. */
async function tallies(terminal: Terminal, command: FixFlags): Promise<readonly Tally[]> {
  if (isOnlyExplained(command)) return [];
  return ask(terminal, (tutti) => tutti.call("findings.stats", {})).then(
    (answer) => answer.tallies,
    () => [],
  );
}
