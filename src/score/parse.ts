import type { z } from "zod";
import { type ReadScore, buildPlan } from "./build/build.ts";
import type { ScoreInput, ScoreSource } from "./build/source.ts";
import { lintMozart } from "./lint/mozart.ts";
import { lintNative } from "./lint/native.ts";
import { type MozartScore, mozartScore } from "./mozart/schema.ts";
import { translateMozart } from "./mozart/translate.ts";
import type { Plan } from "./plan/plan.ts";
import { withDefaults } from "./schema/defaults.ts";
import { score as nativeScore } from "./schema/score.ts";
import type { ProblemCode } from "./source/codes.ts";
import { type Dialect, type ScoreDocument, exactMap, readDocument } from "./source/document.ts";
import { problemsOf } from "./source/issues.ts";
import type { KeyPath } from "./source/place.ts";
import { type Problem, inOrder, isError, scoreError } from "./source/problem.ts";
import { reportOn } from "./source/report.ts";
import { keptFloat } from "./source/whole-float.ts";

/** Longer than any score people write; reading takes time and memory in proportion. */
export const maxScoreBytes = 1_000_000;

export interface ParsedScore {
  readonly plan: Plan;
  /** Warnings and hints, in the order of the file. */
  readonly notes: readonly Problem[];
}

/** The result of reading a score: its plan and every problem. */
export interface Diagnosis {
  /** `unreadable`: it is not even YAML with keys. */
  readonly shape: "native" | "mozart" | "unreadable";
  /** The score in Tutti's own shape, when it could be read. */
  readonly read: ReadScore | null;
  /** `null` when anything is wrong. */
  readonly plan: Plan | null;
  readonly problems: readonly Problem[];
}

/** The plan that a score's text asks for; throws one error that says all that is wrong. */
export function parseScore(text: string, source: ScoreSource): ParsedScore {
  const { plan, problems } = diagnoseScore(text, source);
  if (plan === null || problems.some(isError)) throw scoreError(source.path, problems);
  return { plan, notes: problems };
}

/** Reads a score of either shape, as far as it can be read, and says what is to be said about it. */
export function diagnoseScore(text: string, source: ScoreSource): Diagnosis {
  const unreadable = (problems: readonly Problem[]): Diagnosis => ({
    shape: "unreadable",
    read: null,
    plan: null,
    problems,
  });
  const start = { line: 1, column: 1 };
  if (text.length > maxScoreBytes)
    return unreadable([{ code: "V020", at: start, path: [], message: "is larger than 1 MB" }]);
  const opened = readDocument(text);
  if (opened.kind === "unreadable") {
    // Mozart reads more than YAML 1.2 has.
    const again = readDocument(text, mozartYaml);
    if (again.kind === "unreadable") return unreadable(looksMozart(text) ? again.problems : opened.problems);
    const { value } = again.document;
    return isObject(value) && isMozart(value)
      ? diagnoseMozart({ document: again.document, source })
      : unreadable(opened.problems);
  }
  const { document } = opened;
  const { value } = document;
  if (!isObject(value)) {
    return unreadable([{ code: "V010", at: start, path: [], message: "expected a map with the key sheets" }]);
  }
  if (!isMozart(value)) return diagnoseNative({ document, source });
  const again = readDocument(text, mozartYaml);
  return again.kind === "unreadable"
    ? unreadable(again.problems)
    : diagnoseMozart({ document: again.document, source });
}

function diagnoseNative({ document, source }: ScoreInput): Diagnosis {
  const parsed = nativeScore.safeParse(document.value);
  if (!parsed.success)
    return { shape: "native", read: null, plan: null, problems: inOrder(problemsOf(parsed.error.issues, document)) };
  const report = reportOn(document);
  const score = withDefaults(parsed.data, source.defaults);
  const read = {
    score,
    variables: givenOver(exactMap(document, ["variables"]), source),
    foreignAgents: new Set<string>(),
  };
  const plan = buildPlan(read, source, report);
  lintNative(parsed.data, report);
  return { shape: "native", read, plan, problems: inOrder(report.problems) };
}

function givenOver(own: ReadonlyMap<string, unknown>, { variables = {} }: ScoreSource): ReadonlyMap<string, unknown> {
  return new Map([...own, ...Object.entries(variables)]);
}

/** Mozart plays such a score: a prompt without the file, a sheet that fails when its template can't be filled in. */
const lenient: ReadonlySet<ProblemCode> = new Set(["V024", "V101", "V107", "V108"]);

function diagnoseMozart(input: ScoreInput): Diagnosis {
  const { document, source } = input;
  const mozart = readMozart(document);
  if (mozart.score === null) return { shape: "mozart", read: null, plan: null, problems: inOrder(mozart.problems) };
  const translating = reportOn(document, undefined, lenient);
  const translated = translateMozart(mozart.score, input, translating);
  const read = { ...translated, score: withDefaults(translated.score, source.defaults) };
  lintMozart(mozart.score, { read, source }, translating);
  const report = reportOn(document, mozartOrigin, lenient);
  report.add([...mozart.problems, ...translating.problems]);
  const plan = buildPlan(read, source, report);
  return { shape: "mozart", read, plan, problems: inOrder(report.problems) };
}

/** For a text that can't be read: Mozart's scores have one of these keys at the top, and never `sheets`. */
function looksMozart(text: string): boolean {
  return /^(?:sheet|prompt):/m.test(text) && !/^sheets:/m.test(text);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMozart(score: object): boolean {
  // A list under `sheet` is a typing error: Mozart's is a map.
  return !("sheets" in score) && (isMap(score, "sheet") || isMap(score, "prompt"));
}

function isMap(score: object, key: string): boolean {
  const value = (score as Readonly<Record<string, unknown>>)[key];
  return key in score && !Array.isArray(value) && (typeof value === "object" || key === "sheet");
}

/** How PyYAML reads a score. */
const mozartYaml: Dialect = { scalar: mozartScalar, merges: true };

/**
 * The values of plain words of YAML in a Mozart score: PyYAML reads YAML 1.1, where `yes` is true, `010` is eight,
 * `1:30` is ninety and `1e5` is a text. A date stays the text that it is written as, which is also how it is printed.
 */
export function mozartScalar(source: string): unknown {
  if (/^(?:~|null|Null|NULL|)$/.test(source)) return null;
  if (/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(source)) return true;
  if (/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(source)) return false;
  const isNegative = source.startsWith("-");
  const digits = source.replace(/^[-+]/, "").replaceAll("_", "");
  const whole = integer(source, digits);
  if (whole !== null) return isNegative && whole !== 0 ? -whole : whole;
  const size = fraction(source, digits);
  if (size === null) return source;
  return keptFloat(isNegative ? -size : size);
}

function integer(source: string, digits: string): number | null {
  if (/^[-+]?0b[01_]+$/.test(source)) return Number.parseInt(digits.slice(2), 2);
  if (/^[-+]?0x[\da-fA-F_]+$/.test(source)) return Number.parseInt(digits.slice(2), 16);
  if (/^[-+]?0[0-7_]+$/.test(source)) return Number.parseInt(digits, 8);
  if (/^[-+]?(?:0|[1-9][\d_]*)$/.test(source)) return Number(digits);
  return /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+$/.test(source) ? sixtieths(digits) : null;
}

function fraction(source: string, digits: string): number | null {
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return Infinity;
  if (/^\.(?:nan|NaN|NAN)$/.test(source)) return Number.NaN;
  if (/^[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*$/.test(source)) return sixtieths(digits);
  return /^(?:[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?)$/.test(source) ? Number(digits) : null;
}

function sixtieths(digits: string): number {
  return digits.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A score in Mozart's own words. Keys that Mozart never had, or that Tutti does not read, are left out and told. */
function readMozart(document: ScoreDocument): {
  readonly score: MozartScore | null;
  readonly problems: readonly Problem[];
} {
  const first = mozartScore.safeParse(document.value);
  if (first.success) return { score: first.data, problems: [] };
  const unknown = first.error.issues.filter((issue) => issue.code === "unrecognized_keys");
  const warnings = problemsOf(unknown, document).map(warning);
  const second = mozartScore.safeParse(without(document.value, unknown));
  if (second.success) return { score: second.data, problems: warnings };
  return { score: null, problems: [...warnings, ...problemsOf(second.error.issues, document)] };
}

function warning(problem: Problem): Problem {
  const code = problem.message.startsWith("unknown key") ? "V401" : "V402";
  return { ...problem, code, message: `is not read: ${problem.message}` };
}

/** The value without the keys that were not recognised. */
function without(value: unknown, unknown: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const copy = structuredClone(value);
  for (const issue of unknown) {
    const owner = at(copy, issue.path as KeyPath);
    if (typeof owner === "object" && owner !== null) for (const key of issue.keys) Reflect.deleteProperty(owner, key);
  }
  return copy;
}

function at(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    root,
  );
}

/** Where in a score of Mozart's a key of Tutti's shape comes from. */
function mozartOrigin(path: KeyPath): KeyPath {
  const [first, second, third, ...rest] = path;
  switch (first) {
    case "prompt":
      return ["prompt", "template"];
    case "prompt_file":
      return ["prompt", "template_file"];
    case "variables":
      return second === "stakes" || second === "thinking_method" ? ["prompt", second] : ["prompt", ...path];
    case "prompt_extensions":
      return ["prompt", ...path];
    case "prelude":
      return ["sheet", ...path];
    case "agent":
    case "agents":
      return ["backend"];
    case "fallbacks":
      return ["instrument_fallbacks", ...path.slice(1)];
    case "cost":
      return ["cost_limits"];
    case "validations":
      return second === undefined ? path : ["validations", second, ...ruleKey(third, rest)];
    case "sheets":
      return second === undefined ? ["sheet"] : sheetKey(Number(second) + 1, third, rest);
    case "on_success":
      return second === undefined ? path : ["on_success", second, ...hookKey(third)];
    case "cross_sheet":
      return second === "files" ? ["cross_sheet", "capture_files"] : path;
    default:
      return path;
  }
}

function hookKey(key: string | number | undefined): KeyPath {
  const names: Readonly<Record<string, string>> = { score: "job_path", run: "command", cwd: "working_directory" };
  return key === undefined ? [] : [names[String(key)] ?? key];
}

function ruleKey(key: string | number | undefined, [inner]: readonly (string | number)[]): KeyPath {
  if (key === undefined) return [];
  if (key === "when") return ["condition"];
  if (key === "cwd") return ["working_directory"];
  if (key === "content_contains" || key === "content_regex") return [inner === "path" ? "path" : "pattern"];
  return key === "file_exists" || key === "file_modified" ? ["path"] : [key];
}

function sheetKey(stage: number, key: string | number | undefined, rest: readonly (string | number)[]): KeyPath {
  const names: Readonly<Record<string, string>> = { after: "dependencies", title: "descriptions", cadenza: "cadenzas" };
  if (key === undefined || key === "id" || key === "items" || key === "item_range") return ["sheet"];
  if (key === "agent") return ["sheet", "per_sheet_instruments", String(stage)];
  if (key === "fallbacks") return ["sheet", "per_sheet_fallbacks", String(stage), ...rest];
  return ["sheet", names[String(key)] ?? key, String(stage), ...rest];
}
