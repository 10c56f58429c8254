import { clip, firstLines, visible } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import { codes } from "./codes.ts";
import type { ProblemCode, ProblemSeverity } from "./codes.ts";
import type { KeyPath, Position } from "./place.ts";

/** One thing that is wrong with a score, or worth saying about it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly at: Position;
  readonly path: KeyPath;
  readonly message: string;
  /** The file it is in, when that is not the score itself. */
  readonly file?: string;
  /** Where it is not as bad as the code says. */
  readonly severity?: ProblemSeverity;
}

export function severityOf(problem: Problem): ProblemSeverity {
  return problem.severity ?? codes[problem.code];
}

export function isError(problem: Problem): boolean {
  return severityOf(problem) === "error";
}

/** More than this in one message do not help. */
export const maxShown = 20;

/** One error that says all that is wrong, in the order of the file. */
export function scoreError(file: string, problems: readonly Problem[]): TuttiError {
  const lines = [...new Set(inOrder(problems.filter(isError)).map((problem) => problemLine(problem, file)))];
  const isTemplate = problems.filter(isError).every(({ code }) => code === "V001" || code === "V101");
  return new TuttiError(
    isTemplate ? "score.template" : "score.invalid",
    [`${file} is not a valid score:`, ...firstLines(lines, maxShown)].join("\n  "),
    {
      audience: "user",
      hint: "docs/score.md describes what a score may contain, docs/validate.md the codes.",
    },
  );
}

/** In the order of the file; the score's own come first. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (one, other) => byFile(one, other) || one.at.line - other.at.line || one.at.column - other.at.column,
  );
}

function byFile(one: Problem, other: Problem): number {
  return (one.file ?? "").localeCompare(other.file ?? "");
}

export function problemLine({ code, at, path, message, file }: Problem, score: string): string {
  const where = `${file ?? score}:${String(at.line)}:${String(at.column)}`;
  return `${where} ${path.length === 0 ? "" : `${pathText(path)}: `}${visible(message)} [${code}]`;
}

const longestStep = 100;

export function pathText(path: KeyPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${String(step)}]`;
    else if (step.length <= longestStep && /^[\w-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${visible(JSON.stringify(clip(step, longestStep)))}]`;
  }
  return text;
}
