import { buildPlan } from "./build/build.ts";
import type { ReadScore } from "./build/build.ts";
import type { ScoreInput, ScoreSource } from "./build/source.ts";
import { lintMozart } from "./lint/mozart.ts";
import { lintNative } from "./lint/native.ts";
import { mozartYaml } from "./mozart/scalars.ts";
import { readMozart } from "./mozart/read.ts";
import { mozartOrigin } from "./mozart/origin.ts";
import { translateMozart } from "./mozart/translate.ts";
import type { Plan } from "./plan.ts";
import { score as nativeScore } from "./schema/score.ts";
import { exactMap, readDocument } from "./source/document.ts";
import { problemsOf } from "./source/issues.ts";
import { inOrder, isError, scoreError } from "./source/problem.ts";
import type { ProblemCode } from "./source/codes.ts";
import type { Problem } from "./source/problem.ts";
import { reportOn } from "./source/report.ts";

/** Longer than any score people write; reading takes time and memory in proportion. */
export const maxScoreBytes = 1_000_000;

export interface ParsedScore {
  readonly plan: Plan;
  /** What is worth knowing although it is no error, in the order of the file. */
  readonly notes: readonly Problem[];
}

/** All there is to say about a score. */
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
  const read = { score: parsed.data, variables: exactMap(document, ["variables"]), foreignAgents: new Set<string>() };
  const plan = buildPlan(read, source, report);
  lintNative(read.score, report);
  return { shape: "native", read, plan, problems: inOrder(report.problems) };
}

/** Mozart plays such a score: a prompt without the file, a sheet that fails when its template can't be filled in. */
const lenient: ReadonlySet<ProblemCode> = new Set(["V101", "V107", "V108"]);

function diagnoseMozart(input: ScoreInput): Diagnosis {
  const { document, source } = input;
  const mozart = readMozart(document);
  if (mozart.score === null) return { shape: "mozart", read: null, plan: null, problems: inOrder(mozart.problems) };
  const translating = reportOn(document, undefined, lenient);
  const read = translateMozart(mozart.score, input, translating);
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
  // A list under `sheet` is a slip of the pen: Mozart's is a map.
  return !("sheets" in score) && (isMap(score, "sheet") || isMap(score, "prompt"));
}

function isMap(score: object, key: string): boolean {
  const value = (score as Readonly<Record<string, unknown>>)[key];
  return key in score && !Array.isArray(value) && (typeof value === "object" || key === "sheet");
}
