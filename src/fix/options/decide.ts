import { TuttiError } from "../../base/error.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import type { WrittenCost } from "../../score/schema/cost.ts";
import type { Grouping } from "../model.ts";
import { refuseClashes, requireTestCommand } from "./clashes.ts";
import { type FixSettings, type TestCommand, type ToolChoice, anyTool } from "./file.ts";
import { type FixFlags, type FixName, type FixTable, type With, fixRows } from "./table.ts";

/** All decisions, before anything is looked at. */
export interface FixOptions extends Taken {
  readonly paths: readonly string[];
  /** Which files count, besides the paths. */
  readonly only: OnlyFiles;
  readonly tools: ToolChoice;
  readonly grouping: Grouping;
  readonly agent: WrittenAgent;
  /** `null`: detected in the project. */
  readonly testCommand: TestCommand | null;
  readonly cost: WrittenCost | null;
}

/** The rows of the table with a usual value. */
type Taken = {
  readonly [Name in With<"usual">]: Stated<FixFlags, Name> | Stated<FixSettings, Name> | NullIn<FixTable[Name]>;
};
type Stated<From, Name> = Name extends keyof From ? Exclude<From[Name], undefined> : never;
type NullIn<Row> = Row extends { readonly usual: null } ? null : never;

type OnlyFiles = { readonly kind: "all" | "changed" | "staged" } | { readonly kind: "since"; readonly branch: string };

export type Source = "command line" | "file" | "command line and file" | "default";

/** The options and where each comes from: for `--explain`. */
export interface Decided {
  readonly options: FixOptions;
  readonly said: ReadonlyMap<keyof FixOptions, Source>;
}

/** The command line overrides the file, the file the default. Throws if flags exclude each other. */
export function decideOptions(flags: FixFlags, file: FixSettings, usualAgent: string): Decided {
  refuseClashes(flags);
  requireTestCommand(flags);
  const agent = agentOf(flags, file, usualAgent);
  const testCommand =
    flags.testCommand === undefined ? undefined : { run: flags.testCommand, quick: null, timeoutMs: null };
  const said = new Map<keyof FixOptions, Source>([
    ["paths", sourceOf(given(flags.paths), undefined)],
    ["only", sourceOf(onlyOf(flags).kind === "all" ? undefined : true, undefined)],
    ["tools", sourceOf(given(flags.tools), file.tools === anyTool ? undefined : file.tools)],
    ["grouping", sourceOf(flags.group ?? flags.filesPerContext, file.group ?? file.filesPerContext)],
    ["agent", sourceOf(agent, file.agent)],
    ["testCommand", sourceOf(testCommand, file.testCommand)],
    ["cost", sourceOf(flags.costPerJobUsd, file.cost)],
  ]);
  const options = {
    ...taken(flags, file, said),
    paths: flags.paths,
    only: onlyOf(flags),
    tools:
      given(flags.tools) === undefined
        ? file.tools
        : { ...file.tools, only: [...new Set(flags.tools)], also: [], not: [] },
    grouping: groupingOf(flags, file),
    agent: agent ?? file.agent ?? usualAgent,
    testCommand: testCommand ?? file.testCommand ?? null,
    cost: costOf(flags, file),
  };
  return { options, said };
}

function taken(flags: FixFlags, file: FixSettings, said: Map<keyof FixOptions, Source>): Taken {
  const { inPlace, autofixOnly, changed, staged } = flags;
  const onCommandLine: Values = { ...flags, autofix: flags.autofix ?? (autofixOnly === true ? true : undefined) };
  // A test command asks for tests although the file wants none; in place nothing lands that could be tested.
  const isOverruled = inPlace === true || (flags.testCommand !== undefined && file.tests === "none");
  const inFile: Values = isOverruled ? { ...file, tests: undefined } : file;
  const usual: Values = {
    // Without an agent, the findings that a tool leaves are no reason to refuse its fixes.
    partial: autofixOnly === true,
    tests: inPlace === true ? "none" : "full",
    // These ask for files with changes: they are taken as they are committed.
    takesDirty: changed === true || staged === true,
  };
  const entries = fixRows.flatMap(([name, row]) => {
    if (row.usual === undefined) return [];
    const [flag, setting]: readonly unknown[] = [given(onCommandLine[name]), given(inFile[name])];
    const isSum = row.adds === true && Array.isArray(flag) && Array.isArray(setting);
    said.set(name as With<"usual">, isSum ? "command line and file" : sourceOf(flag, setting));
    return [
      [name, isSum ? (setting as unknown[]).concat(flag) : (flag ?? setting ?? usual[name] ?? row.usual)] as const,
    ];
  });
  return Object.fromEntries(entries) as unknown as Taken;
}

type Values = Readonly<Partial<Record<FixName, unknown>>>;

function sourceOf(flag: unknown, setting: unknown): Source {
  return flag !== undefined ? "command line" : setting !== undefined ? "file" : "default";
}

/** A model alone is for the agent that would be used anyway. */
function agentOf({ agent, model }: FixFlags, file: FixSettings, usualAgent: string): WrittenAgent | undefined {
  if (model === undefined) return agent;
  const base = agent ?? file.agent ?? usualAgent;
  if (typeof base === "string") return { use: base, model, args: [], env: {} };
  if ("use" in base) return { ...base, model };
  const hint = "Name an agent with --agent, or give the model in the command.";
  throw new TuttiError("cli.usage", "--model is for agents that are profiles, and the project's agent is a command", {
    audience: "user",
    hint,
  });
}

function groupingOf(flags: FixFlags, file: FixSettings): Grouping {
  // --files-per-context implies groups of files.
  const by = flags.group ?? (flags.filesPerContext === undefined ? file.group : undefined) ?? "file";
  return by === "file" ? { by, filesPerSheet: flags.filesPerContext ?? file.filesPerContext ?? 1 } : { by };
}

function onlyOf({ changed, staged, since }: FixFlags): OnlyFiles {
  if (since !== undefined) return { kind: "since", branch: since };
  return { kind: changed === true ? "changed" : staged === true ? "staged" : "all" };
}

function costOf({ costPerJobUsd: perJob }: FixFlags, { cost }: FixSettings): WrittenCost | null {
  const whole = { ...cost, ...(perJob === undefined ? {} : { per_job: perJob }) };
  return Object.keys(whole).length === 0 ? null : whole;
}

/** An empty list says nothing. */
function given<T>(value: T | undefined): T | undefined {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
