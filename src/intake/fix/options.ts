import { TuttiError } from "../../base/error.ts";
import type { Severity } from "../../findings/finding.ts";
import type { TestMode } from "../../score/landing-plan.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import type { WrittenCommit } from "../../score/schema/commit.ts";
import type { WrittenCost } from "../../score/schema/cost.ts";
import { type FixFlags, refuseClashes, requireRanges } from "./flags.ts";
import type { Grouping } from "./model.ts";
import type { FixSettings, TestCommand, ToolChoice } from "./settings.ts";

/** All that was decided before anything is looked at. */
export interface FixOptions {
  readonly paths: readonly string[];
  /** Which files count, besides the paths. */
  readonly only: OnlyFiles;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly codes: readonly string[];
  readonly ignore: readonly string[];
  readonly severity: Severity | null;
  readonly tools: ToolChoice;
  readonly grouping: Grouping;
  readonly maxFiles: number | null;
  readonly maxFindings: number | null;
  readonly maxPerSheet: number | null;
  readonly takesDirty: boolean;
  readonly agent: WrittenAgent;
  readonly fallbacks: readonly WrittenAgent[];
  readonly autofix: boolean;
  /** No agent is asked: only what tools mend by themselves is. */
  readonly autofixOnly: boolean;
  readonly partial: boolean;
  readonly allowSilencers: boolean;
  readonly attempts: number;
  readonly continueOnError: boolean;
  readonly parallel: number;
  /** In the folder itself, where nothing lands. */
  readonly inPlace: boolean;
  readonly tests: TestMode;
  /** `null`: told from the project. */
  readonly testCommand: TestCommand | null;
  readonly approve: boolean;
  readonly pullRequest: boolean;
  readonly target: string | null;
  readonly commit: WrittenCommit;
  readonly timeoutMs: number | null;
  readonly cost: WrittenCost | null;
}

type OnlyFiles = { readonly kind: "all" | "changed" | "staged" } | { readonly kind: "since"; readonly branch: string };

export type Source = "command line" | "file" | "default";

/** What was decided, and who said it: for `--explain`. */
export interface Decided {
  readonly options: FixOptions;
  readonly said: ReadonlyMap<keyof FixOptions, Source>;
}

/** The command line goes before the file, the file before what is usual. Throws where options of the command line exclude each other. */
export function decideOptions(flags: FixFlags, file: FixSettings, usualAgent: string): Decided {
  refuseClashes(flags);
  requireRanges(flags);
  const said = new Map<keyof FixOptions, Source>();
  const take = <T>(key: keyof FixOptions, { flag, setting, usual }: Said<T>): T => {
    said.set(key, flag !== undefined ? "command line" : setting !== undefined ? "file" : "default");
    return flag ?? setting ?? usual;
  };
  const inPlace = flags.isolation === false;
  // Whoever names the tests wants them run.
  const isNamed = flags.testCommand !== undefined && file.tests === "none";
  const tests = take<TestMode>("tests", { flag: flags.tests, setting: inPlace || isNamed ? undefined : file.tests, usual: inPlace ? "none" : "full" });
  const options: FixOptions = {
    ...filters(flags, file, take),
    ...limits(flags, file, take),
    ...workers({ flags, file, usualAgent }, take),
    grouping: groupingOf(flags, file, said),
    inPlace,
    tests,
    testCommand: take<TestCommand | null>("testCommand", { flag: commandOf(flags.testCommand), setting: file.testCommand, usual: null }),
    approve: flags.approve ?? false,
    pullRequest: flags.pr ?? false,
    target: take<string | null>("target", { flag: flags.target, setting: file.target, usual: null }),
    commit: take("commit", { flag: undefined, setting: file.commit, usual: {} }),
    timeoutMs: take<number | null>("timeoutMs", { flag: flags.timeoutMs, setting: file.timeoutMs, usual: null }),
    cost: costOf(flags, file),
  };
  return { options, said };
}

interface Said<T> {
  readonly flag: T | undefined;
  readonly setting: T | undefined;
  readonly usual: T;
}

type Take = <T>(key: keyof FixOptions, said: Said<T>) => T;

type Filters = Pick<FixOptions, "paths" | "only" | "include" | "exclude" | "codes" | "ignore" | "severity" | "tools" | "takesDirty">;

function filters(flags: FixFlags, file: FixSettings, take: Take): Filters {
  return {
    paths: flags.paths,
    only: onlyOf(flags),
    include: take("include", { flag: given(flags.include), setting: file.include, usual: [] }),
    // What the project never wants touched, and what nobody minds, stays so: the command line only adds.
    exclude: [...(file.exclude ?? []), ...(flags.exclude ?? [])],
    ignore: [...(file.ignore ?? []), ...(flags.ignore ?? [])],
    codes: take("codes", { flag: given(flags.codes), setting: file.codes, usual: [] }),
    severity: take<Severity | null>("severity", { flag: flags.severity, setting: file.severity, usual: null }),
    tools: flags.tools === undefined || flags.tools.length === 0 ? file.tools : { ...file.tools, only: [...new Set(flags.tools)], also: [], not: [] },
    takesDirty: flags.dirty ?? false,
  };
}

type Limits = Pick<FixOptions, "maxFiles" | "maxFindings" | "maxPerSheet" | "attempts" | "parallel">;

function limits(flags: FixFlags, file: FixSettings, take: Take): Limits {
  return {
    maxFiles: take<number | null>("maxFiles", { flag: flags.maxFiles, setting: file.maxFiles, usual: null }),
    maxFindings: take<number | null>("maxFindings", { flag: flags.maxFindings, setting: file.maxFindings, usual: null }),
    maxPerSheet: take<number | null>("maxPerSheet", { flag: flags.maxPerSheet, setting: file.maxPerSheet, usual: null }),
    attempts: take("attempts", { flag: flags.attempts, setting: file.attempts, usual: 3 }),
    parallel: take("parallel", { flag: flags.parallel, setting: file.parallel, usual: 4 }),
  };
}

type Workers = Pick<FixOptions, "agent" | "fallbacks" | "autofix" | "autofixOnly" | "partial" | "allowSilencers" | "continueOnError">;

function workers({ flags, file, usualAgent }: { flags: FixFlags; file: FixSettings; usualAgent: string }, take: Take): Workers {
  const autofixOnly = flags.autofixOnly ?? false;
  return {
    agent: take<WrittenAgent>("agent", { flag: agentOf(flags, file, usualAgent), setting: file.agent, usual: usualAgent }),
    fallbacks: take<readonly WrittenAgent[]>("fallbacks", { flag: given(flags.fallbacks), setting: file.fallbacks, usual: [] }),
    autofix: take("autofix", { flag: flags.autofix ?? (autofixOnly ? true : undefined), setting: file.autofix, usual: true }),
    autofixOnly,
    // What a tool leaves of a file is no reason to leave what it mends: nobody else is asked.
    partial: take("partial", { flag: flags.partial, setting: file.partial, usual: autofixOnly }),
    allowSilencers: take("allowSilencers", { flag: flags.allowSilencers, setting: file.allowSilencers, usual: false }),
    continueOnError: take("continueOnError", { flag: flags.continueOnError, setting: file.continueOnError, usual: true }),
  };
}

/** A model alone is one for the agent that would be taken anyhow. */
function agentOf({ agent, model }: FixFlags, file: FixSettings, usualAgent: string): WrittenAgent | undefined {
  if (model === undefined) return agent;
  const base = agent ?? file.agent ?? usualAgent;
  if (typeof base === "string") return { use: base, model, args: [], env: {} };
  if ("use" in base) return { ...base, model };
  const hint = "Name an agent with --agent, or say the model in the command.";
  throw new TuttiError("cli.usage", "--model is for agents that are profiles, and the project's agent is a command", { audience: "user", hint });
}

function groupingOf(flags: FixFlags, file: FixSettings, said: Map<keyof FixOptions, Source>): Grouping {
  const isFlag = flags.group !== undefined || flags.filesPerContext !== undefined;
  const isFile = file.group !== undefined || file.filesPerContext !== undefined;
  said.set("grouping", isFlag ? "command line" : isFile ? "file" : "default");
  // Whoever asks for so many files in a context asks for files.
  const by = flags.group ?? (flags.filesPerContext === undefined ? file.group : undefined) ?? "file";
  return by === "file" ? { by, filesPerSheet: flags.filesPerContext ?? file.filesPerContext ?? 1 } : { by };
}

function onlyOf({ changed, staged, since }: FixFlags): OnlyFiles {
  if (since !== undefined) return { kind: "since", branch: since };
  return { kind: changed === true ? "changed" : staged === true ? "staged" : "all" };
}

function commandOf(run: string | undefined): TestCommand | undefined {
  return run === undefined ? undefined : { run, quick: null, timeoutMs: null };
}

function costOf(flags: FixFlags, { cost }: FixSettings): WrittenCost | null {
  const { costPerSheetUsd: perSheet, costPerJobUsd: perJob } = flags;
  const whole = { ...cost, ...(perSheet === undefined ? {} : { per_sheet: perSheet }), ...(perJob === undefined ? {} : { per_job: perJob }) };
  return Object.keys(whole).length === 0 ? null : whole;
}

function given(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
