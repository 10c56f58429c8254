import { TuttiError } from "../../base/error.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import type { WrittenCost } from "../../score/schema/cost.ts";
import { gate } from "../../score/schema/gate.ts";
import type { Grouping } from "../model.ts";
import { type FixSettings, type TestCommand, type ToolChoice, anyTool } from "./file.ts";
import { type FixFlags, type FixName, type FixTable, type With, fixRows, flagName } from "./table.ts";

export interface FixOptions extends Taken {
  readonly paths: readonly string[];
  readonly only: OnlyFiles;
  readonly tools: ToolChoice;
  readonly grouping: Grouping;
  readonly agent: WrittenAgent;
  /** `null`: detected in the project. */
  readonly testCommand: TestCommand | null;
  readonly cost: WrittenCost | null;
}

type Taken = {
  readonly [Name in With<"usual">]: Stated<FixFlags, Name> | Stated<FixSettings, Name> | NullIn<FixTable[Name]>;
};
type Stated<From, Name> = Name extends keyof From ? Exclude<From[Name], undefined> : never;
type NullIn<Row> = Row extends { readonly usual: null } ? null : never;

type OnlyFiles = { readonly kind: "all" | "changed" | "staged" } | { readonly kind: "since"; readonly branch: string };

export type Source = "command line" | "file" | "command line and file" | "default";

/** `said`: where each option comes from, for `--explain`. */
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
  // A test command asks for tests even if the file wants none; in place nothing lands that could be tested.
  const isOverruled = inPlace === true || (flags.testCommand !== undefined && file.tests === "none");
  const inFile: Values = isOverruled ? { ...file, tests: undefined } : file;
  const usual: Values = {
    // Without an agent, remaining findings are no reason to refuse a tool's fixes.
    partial: autofixOnly === true,
    tests: inPlace === true ? "none" : "full",
    // These select files with changes, in their committed state.
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

/** A model alone is for the default agent. */
function agentOf({ agent, model }: FixFlags, file: FixSettings, usualAgent: string): WrittenAgent | undefined {
  if (model === undefined) return agent;
  const base = agent ?? file.agent ?? usualAgent;
  if (typeof base === "string") return { use: base, model, args: [], env: {} };
  if ("use" in base) return { ...base, model };
  throw usage(
    "--model is for agents that are profiles, and the project's agent is a command",
    "Name an agent with --agent, or give the model in the command.",
  );
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

function given<T>(value: T | undefined): T | undefined {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** Flags of a row exclude each other; why. */
const clashes: readonly (readonly [why: string, ...flags: readonly [With<"flag">, With<"flag">, ...With<"flag">[]]])[] =
  [
    ["each chooses the files", "changed", "staged", "since"],
    ["in place nothing lands", "inPlace", "pullRequest"],
    ["in place nothing lands", "inPlace", "approve"],
    ["in place nothing lands that could be tested", "inPlace", "tests"],
    ["in place nothing lands that could be tested", "inPlace", "testCommand"],
    ["in place nothing lands", "inPlace", "target"],
    ["a rule or a directory determines its files", "group", "filesPerContext"],
    ["a pull request already waits for a person", "pullRequest", "approve"],
    ["nothing would be left to fix anything", "autofixOnly", "autofix"],
    ["no agent is asked then", "autofixOnly", "agent"],
    ["no agent is asked then", "autofixOnly", "model"],
    ["no agent is asked then", "autofixOnly", "fallbacks"],
  ];

/** Values that are the default anyway. */
const harmless: Partial<Record<With<"flag">, unknown>> = { tests: "none", group: "file", autofix: true };

function refuseClashes(flags: FixFlags): void {
  for (const [why, ...names] of clashes) {
    const [one, other] = names.filter((name) => isUsed(name, flags[name])).map((name) => shownFlag(name, flags));
    if (one !== undefined && other !== undefined)
      throw usage(`${one} and ${other} can't be used together: ${why}`, "Omit one of them.");
  }
}

function isUsed(name: With<"flag">, value: FixFlags[With<"flag">]): boolean {
  if (value === undefined || value === harmless[name]) return false;
  return name === "autofix" || (value !== false && !(Array.isArray(value) && value.length === 0));
}

function shownFlag(name: With<"flag">, flags: FixFlags): string {
  return name === "group" || name === "tests" ? `${flagName(name)} ${flags[name] ?? ""}` : flagName(name);
}

/** As the score checks it: an error there would point into a file that Tutti wrote. */
function requireTestCommand({ testCommand }: FixFlags): void {
  const [issue] = testCommand === undefined ? [] : (gate.shape.run.safeParse(testCommand).error?.issues ?? []);
  if (issue !== undefined)
    throw usage(`--test-command ${issue.message}`, "Give the command that runs the tests as one line for the shell.");
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
