import { codeOf, TuttiError } from "../../base/error.ts";
import type { Finding } from "../../findings/finding.ts";
import { ofCodes } from "../../findings/wanted.ts";
import { maxScoreBytes } from "../../score/parse.ts";
import { scoreText } from "../../score/print/score-text.ts";
import type { CommandAgent } from "../../score/schema/agent.ts";
import type { Argv } from "../../score/schema/fields.ts";
import type { WrittenGate } from "../../score/schema/gate.ts";
import { usualIsolation } from "../../score/schema/isolation.ts";
import { type WrittenLanding, usualLanding } from "../../score/schema/landing.ts";
import { usualPullRequest } from "../../score/schema/pull-request.ts";
import type { Score } from "../../score/schema/score.ts";
import type { WrittenSheet } from "../../score/schema/sheet.ts";
import type { WrittenRule } from "../../score/schema/validation.ts";
import { literal } from "../literal.ts";
import { autofixCommands } from "./autofix.ts";
import type { Collected, FixSheet, Group, PreparedTool, Strategy, Tally } from "./model.ts";
import type { FixOptions } from "./options.ts";
import type { Sources } from "./prompt/excerpt.ts";
import { promptTemplate, roomFor, sharedTexts } from "./prompt/prompt.ts";
import { fixRules } from "./rules.ts";
import { isWanted } from "./select.ts";
import { ladderFor } from "./strategy.ts";
import { commitScope, titleOfGroup, usualBody, usualSummary } from "./words.ts";

/** What a job that mends findings is made of. */
export interface FixPlan {
  readonly groups: readonly Group[];
  readonly collected: readonly Collected[];
  readonly options: FixOptions;
  /** For prompts: the project's advice, the text of files, and what was measured in earlier jobs. */
  readonly advice: ReadonlyMap<string, string>;
  readonly sources: Sources;
  readonly tried: readonly Tally[];
  /** Program and arguments that run the commands that stand behind them, each as JSON. */
  readonly autofixProgram: Argv;
  /** What merged trees have to pass. */
  readonly gates: readonly WrittenGate[];
  /** Folders at the top of the user's checkout that programs need and git does not have. */
  readonly borrow: readonly string[];
}

export interface FixScore {
  readonly text: string;
  readonly sheets: readonly FixSheet[];
  /** What a person should know, a sentence each. */
  readonly notes: readonly string[];
}

/** The score that asks for it: nothing of what tools print, and no name of a file, is taken for more than its letters. */
export function fixScore(plan: FixPlan): FixScore {
  const agents = agentsOf(plan);
  for (const { room, sources, note } of sizes(plan)) {
    const fitting = ifItFits(() => written(plan, { agents, room, sources }));
    if (fitting === null) continue;
    const sheets = plan.groups.map((group, place) => sheetRecord(group, fitting.ladders[place] ?? ["normal"], agents(group) !== null));
    return { text: fitting.text, sheets, notes: note === null ? [] : [note] };
  }
  const hint =
    "Take fewer at once with --max-files, name a part of the repository, or put several files into a sheet with --files-per-context or --group directory.";
  throw new TuttiError("fix.too_large", `${String(plan.groups.length)} sheets make a score that is larger than 1 MB`, { audience: "user", hint });
}

/** Whoever writes a score stops where it is far too large. */
function ifItFits(write: () => Written): Written | null {
  try {
    const score = write();
    return new TextEncoder().encode(score.text).length <= maxScoreBytes ? score : null;
  } catch (error) {
    if (codeOf(error) === "score.invalid") return null;
    throw error;
  }
}

interface Written {
  readonly text: string;
  readonly ladders: readonly Ladder[];
}

interface Size {
  readonly room: number;
  readonly sources: Sources;
  readonly note: string | null;
}

/** From what is usual to the least: agents can look into the files themselves. */
function sizes({ groups, sources }: FixPlan): readonly Size[] {
  const room = roomFor(groups.length);
  const note = "the prompts have no code in them, and name fewer findings where there are many: with so many sheets the score would be larger than 1 MB";
  return [{ room, sources, note: null }, ...[room, room / 4, 0].map((less) => ({ room: Math.floor(less), sources: () => null, note }))];
}

type Ladder = readonly [Strategy, ...Strategy[]];

interface Filling extends Omit<Size, "note"> {
  readonly agents: (group: Group) => CommandAgent | null;
}

function written(plan: FixPlan, { agents, room, sources }: Filling): Written {
  const { groups, advice, tried, options } = plan;
  const tools = toolsOf(plan);
  const texts = sharedTexts();
  const rules = fixRules(tools, groups, { scope: options, ...options });
  const ladders = groups.map(({ findings }) => ladderFor(findings, tried));
  const sheets = groups.map((group, place): WrittenSheet => {
    const ladder = ladders[place] ?? ["normal"];
    const autofix = agents(group);
    const scope = options.commit.scope === undefined ? commitScope(group.files) : null;
    return {
      id: group.id,
      title: literal(titleOfGroup(group)),
      ...(autofix === null ? {} : { agent: autofix, fallbacks: options.autofixOnly ? [] : [options.agent, ...options.fallbacks] }),
      ...(scope === null ? {} : { commit: { scope } }),
      retry: { efforts: [...ladder] },
      cadenza: [],
      prompt: promptTemplate({ group, tools, advice, context: sources, tried, room, ladder }, texts),
      prompt_extensions: [],
      preconditions: [],
      validations: [...rules.ofSheet(group)],
    };
  });
  const score = { ...scoreOf(plan, sheets, rules.ofScore), variables: {} };
  return { text: scoreText({ score, variables: texts.variables() }), ladders };
}

function scoreOf(plan: FixPlan, sheets: WrittenSheet[], validations: readonly WrittenRule[]): Score {
  const { options, borrow, groups } = plan;
  const findings = groups.reduce((sum, group) => sum + group.findings.length, 0);
  return {
    name: "fix",
    description: `${String(findings)} findings of quality tools`,
    ...(options.target === null ? {} : { target: options.target }),
    // Short-lived, and never in the user's own folder unless that was asked for.
    isolation: options.inPlace
      ? { ...usualIsolation, mode: "none", borrow: [...borrow] }
      : { ...usualIsolation, cleanup_on_failure: true, fallback_on_error: false, borrow: [...borrow] },
    parallel: options.parallel,
    ...(options.continueOnError ? {} : { stop_on_failure: true }),
    landing: landingOf(plan),
    ...(options.cost === null ? {} : { cost: options.cost }),
    agents: {},
    ...(options.autofixOnly ? {} : { agent: options.agent }),
    ...(options.autofixOnly || options.fallbacks.length === 0 ? {} : { fallbacks: [...options.fallbacks] }),
    ...(options.timeoutMs === null ? {} : { timeout: options.timeoutMs }),
    // Each attempt goes on from the last, so that none is spent on finishing apart from those that were asked for.
    retry: { attempts: options.attempts, completions: 0, goes_on: true },
    commit: { type: "fix", summary: usualSummary(options.grouping), body: usualBody, ...options.commit },
    prelude: [],
    prompt_extensions: [],
    preconditions: [],
    validations: [...validations],
    sheets,
  };
}

function landingOf({ options, gates }: FixPlan): WrittenLanding {
  if (options.inPlace) return usualLanding;
  return {
    ...usualLanding,
    mode: options.approve ? "approve" : "auto",
    tests: options.tests,
    gates: [...gates],
    pull_request: options.pullRequest ? usualPullRequest : false,
  };
}

/** A tool that broke can't say that nothing is introduced. */
function toolsOf({ collected }: Pick<FixPlan, "collected">): readonly PreparedTool[] {
  return collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
}

/** Who mends what needs no model; `null`: nothing in the group does. */
export function agentsOf(plan: Pick<FixPlan, "options" | "autofixProgram" | "collected">): (group: Group) => CommandAgent | null {
  const { options, autofixProgram, collected } = plan;
  if (!options.autofix) return () => null;
  const findings = collected.flatMap((said) => (said.kind === "read" ? said.findings : []));
  const commandsOf = autofixCommands({ tools: toolsOf(plan), findings, isWanted: wantedIn(options) });
  const known = new Map<Group, CommandAgent | null>();
  return (group) => {
    const before = known.get(group);
    if (before !== undefined) return before;
    const commands = commandsOf(group).map((argv) => JSON.stringify(argv));
    const agent: CommandAgent | null = commands.length === 0 ? null : { command: [...autofixProgram, ...commands], prompt: "file", env: {}, once: true };
    known.set(group, agent);
    return agent;
  };
}

function wantedIn(options: FixOptions): (finding: Finding, group: Group) => boolean {
  const isAsked = isWanted(options);
  if (options.grouping.by !== "code") return isAsked;
  return (finding, { findings }) => isAsked(finding) && ofCodes(findings.slice(0, 1).map(({ tool, code }) => `${tool}:${code ?? ""}`))(finding);
}

function sheetRecord({ id, name, files, findings }: Group, [strategy]: Ladder, hasAutofix: boolean): FixSheet {
  const kinds = Map.groupBy(findings, ({ tool, code }) => JSON.stringify([tool, code ?? ""]));
  const asked = [...kinds.keys()].toSorted().map((key) => {
    const [tool = "", code = ""] = JSON.parse(key) as readonly string[];
    return { tool, code, count: kinds.get(key)?.length ?? 0 };
  });
  return { id, name, files, asked, strategy, hasAutofix };
}
