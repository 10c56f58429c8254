import { firstLines } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import { toolNamed } from "../../findings/catalog.ts";
import { diagnoseScore } from "../../score/parse.ts";
import type { TestMode } from "../../score/plan/landing-plan.ts";
import type { FindingsFormat } from "../../score/rules/findings.ts";
import type { Argv, Command } from "../../score/schema/fields.ts";
import { type ScoreDocument, readDocument } from "../../score/source/document.ts";
import { problemsOf } from "../../score/source/issues.ts";
import { type Problem, inOrder, isError, maxShown, problemLine } from "../../score/source/problem.ts";
import { type WrittenFixFile, fixFile } from "./file-schema.ts";

export interface FixSettings extends Omit<WrittenFixFile, "tools" | "tests"> {
  readonly tools: ToolChoice;
  readonly tests?: TestMode | undefined;
  /** Absent: detected in the project. */
  readonly testCommand?: TestCommand | undefined;
}

export interface ToolChoice {
  /** `null`: those that the project is configured for. */
  readonly only: readonly string[] | null;
  /** Without a configuration. */
  readonly also: readonly string[];
  readonly not: readonly string[];
  /** Skips tools that run tests, unless they are named. */
  readonly withoutTests?: boolean;
  /** Described by the project. */
  readonly own: readonly OwnTool[];
}

export interface OwnTool {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** `null`: that of the known tool with this name. */
  readonly format: FindingsFormat | null;
  readonly files: readonly string[] | null;
  readonly fix: readonly [string, ...string[]] | null;
  readonly reach: "file" | "project" | null;
  readonly timeoutMs: number | null;
}

export interface TestCommand {
  readonly run: Command;
  readonly quick: Command | null;
  readonly timeoutMs: number | null;
}

export const anyTool: ToolChoice = { only: null, also: [], not: [], own: [] };
export const noFixSettings: FixSettings = { tools: anyTool };

const mostBytes = 100 * 1024;

/** Throws one error with every problem and its place. */
export function readFixSettings(text: string, path: string): FixSettings {
  if (text.length > mostBytes) throw invalid(path, [`${path} is larger than 100 KB`]);
  const read = readDocument(text);
  if (read.kind === "unreadable") throw invalid(path, linesOf(path, read.problems));
  const { document } = read;
  // An empty file is valid.
  const checked = fixFile.safeParse(document.value ?? {});
  if (!checked.success) throw invalid(path, linesOf(path, problemsOf(checked.error.issues, document)));
  const problems = problemsInScore(document);
  if (problems.length > 0) throw invalid(path, linesOf(path, problems));
  return settingsOf(checked.data);
}

function settingsOf({ tools, tests, ...same }: WrittenFixFile): FixSettings {
  const testCommand =
    tests?.run === undefined
      ? undefined
      : { run: tests.run, quick: tests.quick ?? null, timeoutMs: tests.timeout ?? null };
  return { ...same, tools: toolsOf(tools), tests: tests?.mode, testCommand };
}

function toolsOf(written: WrittenFixFile["tools"]): ToolChoice {
  if (written === undefined) return anyTool;
  if (Array.isArray(written)) return { ...anyTool, only: [...new Set(written)] };
  const entries = Object.entries(written);
  return {
    only: null,
    also: entries.flatMap(([name, choice]) => (choice === true ? [name] : [])),
    not: entries.flatMap(([name, choice]) => (choice === false ? [name] : [])),
    own: entries.flatMap(([name, choice]) => (typeof choice === "boolean" ? [] : [ownTool(name, choice)])),
  };
}

interface Described {
  readonly command: Argv;
  readonly format?: "sarif" | "lines" | "checkstyle" | "junit" | "github" | undefined;
  readonly pattern?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly fix?: Argv | undefined;
  readonly reach?: "file" | "project" | undefined;
  readonly timeout?: number | undefined;
}

function ownTool(name: string, { command, format, pattern, files, fix, reach, timeout }: Described): OwnTool {
  const parts = { files: files ?? null, fix: fix ?? null, reach: reach ?? null, timeoutMs: timeout ?? null };
  return {
    name,
    command,
    format: pattern === undefined ? formatOf(name, format) : { kind: "pattern", pattern },
    ...parts,
  };
}

function formatOf(name: string, format: Described["format"]): FindingsFormat | null {
  if (format !== undefined) return { kind: format };
  return toolNamed(name) === undefined ? { kind: "lines" } : null;
}

function linesOf(path: string, problems: readonly Problem[]): readonly string[] {
  // The codes are explained in the docs of scores only.
  return inOrder(problems).map((problem) => problemLine(problem, path).replace(/ \[V\d+\]$/, ""));
}

function invalid(path: string, problems: readonly string[]): TuttiError {
  const lines = firstLines(problems, maxShown);
  return new TuttiError("fix.settings_invalid", [`${path} is not valid:`, ...lines].join("\n  "), {
    audience: "user",
    hint: "Nothing was started. docs/fix.md has every key.",
  });
}

/** Keys that are copied into the score. */
const keys = ["commit", "agent", "fallbacks"] as const;

/**
 * Errors that the schema misses, such as an unknown variable in a template, placed in the project's file: a later error
 * would point into a score that Tutti wrote.
 */
function problemsInScore(document: ScoreDocument): readonly Problem[] {
  const { value } = document;
  const said = keys.flatMap((key) => (isTable(value) && Object.hasOwn(value, key) ? [[key, value[key]] as const] : []));
  if (said.length === 0) return [];
  const score = {
    agent: "scripted",
    ...Object.fromEntries(said),
    sheets: [{ id: "fix", title: "a.ts", prompt: "fix" }],
  };
  const { problems } = diagnoseScore(JSON.stringify(score), { path: "", baseDir: "/" });
  return problems.filter(isOfFile).map((problem) => ({ ...problem, at: document.positionOf(problem.path) }));
}

/** Known agents are checked elsewhere. */
function isOfFile(problem: Problem): boolean {
  return isError(problem) && problem.code !== "V018" && keys.some((key) => key === problem.path[0]);
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
