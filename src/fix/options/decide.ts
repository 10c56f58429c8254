import { TuttiError } from "../../base/error.ts";
import type { Severity } from "../../findings/finding.ts";
import type { TestMode } from "../../score/plan/landing-plan.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import type { WrittenCommit } from "../../score/schema/commit.ts";
import type { WrittenCost } from "../../score/schema/cost.ts";
import { type FixFlags, refuseClashes, requireTestCommand } from "./flags.ts";
import type { Grouping } from "../model.ts";
import type { Said } from "./said.ts";
import { type FixSettings, type TestCommand, type ToolChoice, anyTool } from "./file.ts";

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

export type Source = "command line" | "file" | "command line and file" | "default";

/** What was decided, and who said it: for `--explain`. */
export interface Decided {
  readonly options: FixOptions;
  readonly said: ReadonlyMap<keyof FixOptions, Source>;
}

type Taken = Pick<FixOptions, Exclude<keyof Said & keyof FixOptions, "exclude" | "ignore">>;

/** What holds where neither says anything, of what both say by the same name. */
const usual: Taken = {
  include: [],
  codes: [],
  severity: null,
  maxFiles: null,
  maxFindings: null,
  maxPerSheet: null,
  fallbacks: [],
  autofix: true,
  partial: false,
  allowSilencers: false,
  attempts: 3,
  continueOnError: true,
  parallel: 4,
  tests: "full",
  target: null,
  timeoutMs: null,
};

/**
 * The command line goes before the file, the file before what is usual. Throws where options of the command line
 * exclude each other.
 */
export function decideOptions(flags: FixFlags, file: FixSettings, usualAgent: string): Decided {
  refuseClashes(flags);
  requireTestCommand(flags);
  const said = new Map<keyof FixOptions, Source>();
  const inPlace = flags.isolation === false;
  const autofixOnly = flags.autofixOnly ?? false;
  // Whoever names the tests wants them run.
  const isNamed = flags.testCommand !== undefined && file.tests === "none";
  const taken = takenFrom(
    {
      flags: { ...flags, autofix: flags.autofix ?? (autofixOnly ? true : undefined) },
      file: inPlace || isNamed ? { ...file, tests: undefined } : file,
      // What a tool leaves of a file is no reason to leave what it mends, where nobody else is asked.
      otherwise: { ...usual, partial: autofixOnly, tests: inPlace ? "none" : "full" },
    },
    said,
  );
  const [agent, testCommand] = [agentOf(flags, file, usualAgent), commandOf(flags.testCommand)];
  said
    .set("agent", sourceOf(agent, file.agent))
    .set("testCommand", sourceOf(testCommand, file.testCommand))
    .set("commit", sourceOf(undefined, file.commit));
  const options: FixOptions = {
    ...taken,
    paths: flags.paths,
    only: onlyOf(flags),
    // What the project never wants touched, and what nobody minds, stays so: the command line only adds.
    exclude: [...(file.exclude ?? []), ...(flags.exclude ?? [])],
    ignore: [...(file.ignore ?? []), ...(flags.ignore ?? [])],
    tools:
      given(flags.tools) === undefined
        ? file.tools
        : { ...file.tools, only: [...new Set(flags.tools)], also: [], not: [] },
    // Files with changes were asked for by that: they are taken as they are committed.
    takesDirty: flags.dirty ?? (flags.changed === true || flags.staged === true),
    agent: agent ?? file.agent ?? usualAgent,
    autofixOnly,
    grouping: groupingOf(flags, file, said),
    inPlace,
    testCommand: testCommand ?? file.testCommand ?? null,
    approve: flags.approve ?? false,
    pullRequest: flags.pr ?? false,
    commit: file.commit ?? {},
    cost: costOf(flags, file),
  };
  for (const [key, source] of otherSources(flags, file)) said.set(key, source);
  return { options, said };
}

/** Of those that are not said by the same name in both, or that are taken together. */
function otherSources(flags: FixFlags, file: FixSettings): readonly (readonly [keyof FixOptions, Source])[] {
  const byFlag = (value: unknown): Source => sourceOf(value === false ? undefined : given(value), undefined);
  const together = (flag: readonly string[] | undefined, setting: readonly string[] | undefined): Source =>
    given(flag) !== undefined && given(setting) !== undefined
      ? "command line and file"
      : sourceOf(given(flag), given(setting));
  return [
    ["tools", sourceOf(given(flags.tools), file.tools === anyTool ? undefined : file.tools)],
    ["exclude", together(flags.exclude, file.exclude)],
    ["ignore", together(flags.ignore, file.ignore)],
    ["paths", byFlag(flags.paths)],
    ["only", byFlag(onlyOf(flags).kind !== "all")],
    ["takesDirty", byFlag(flags.dirty)],
    ["inPlace", byFlag(flags.isolation === false)],
    ["autofixOnly", byFlag(flags.autofixOnly)],
    ["approve", byFlag(flags.approve)],
    ["pullRequest", byFlag(flags.pr)],
    ["cost", sourceOf(flags.costPerJobUsd, file.cost)],
  ];
}

interface Sources {
  readonly flags: Said;
  readonly file: Said;
  readonly otherwise: Taken;
}

function takenFrom({ flags, file, otherwise }: Sources, said: Map<keyof FixOptions, Source>): Taken {
  const entries = (Object.keys(otherwise) as (keyof Taken)[]).map((key) => {
    const [flag, setting] = [given(flags[key]), file[key]];
    said.set(key, sourceOf(flag, setting));
    return [key, flag ?? setting ?? otherwise[key]] as const;
  });
  return Object.fromEntries(entries) as unknown as Taken;
}

function sourceOf(flag: unknown, setting: unknown): Source {
  return flag !== undefined ? "command line" : setting !== undefined ? "file" : "default";
}

/** A model alone is one for the agent that would be taken anyhow. */
function agentOf({ agent, model }: FixFlags, file: FixSettings, usualAgent: string): WrittenAgent | undefined {
  if (model === undefined) return agent;
  const base = agent ?? file.agent ?? usualAgent;
  if (typeof base === "string") return { use: base, model, args: [], env: {} };
  if ("use" in base) return { ...base, model };
  const hint = "Name an agent with --agent, or say the model in the command.";
  throw new TuttiError("cli.usage", "--model is for agents that are profiles, and the project's agent is a command", {
    audience: "user",
    hint,
  });
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

function costOf({ costPerJobUsd: perJob }: FixFlags, { cost }: FixSettings): WrittenCost | null {
  const whole = { ...cost, ...(perJob === undefined ? {} : { per_job: perJob }) };
  return Object.keys(whole).length === 0 ? null : whole;
}

/** A list with nothing in it was not said. */
function given<T>(value: T | undefined): T | undefined {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
