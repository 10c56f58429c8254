import { TuttiError } from "../../base/error.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import type { KeyPath, Position } from "./place.ts";

/** One thing that is wrong with a score. */
export interface Problem {
  readonly at: Position;
  readonly path: KeyPath;
  readonly message: string;
  /** The file it is in, when that is not the score itself. */
  readonly file?: string;
}

/** More than this in one message help nobody. */
export const maxShown = 20;

/** One error that says all that is wrong, in the order of the file. */
export function scoreError(code: ErrorCode & `score.${string}`, file: string, problems: readonly Problem[]): TuttiError {
  const sorted = problems.toSorted((one, other) => byFile(one, other) || one.at.line - other.at.line || one.at.column - other.at.column);
  const lines = [...new Set(sorted.map((problem) => lineOf(problem, file)))];
  const rest = lines.length - maxShown;
  const shown = [...lines.slice(0, maxShown), ...(rest > 0 ? [`and ${String(rest)} more`] : [])];
  return new TuttiError(code, [`${file} is not a valid score:`, ...shown].join("\n  "), {
    audience: "user",
    hint: "docs/score.md describes what a score may contain.",
  });
}

/** The score's own come first. */
function byFile(one: Problem, other: Problem): number {
  return (one.file ?? "").localeCompare(other.file ?? "");
}

function lineOf({ at, path, message, file }: Problem, score: string): string {
  const where = `${file ?? score}:${String(at.line)}:${String(at.column)}`;
  return path.length === 0 ? `${where} ${message}` : `${where} ${pathText(path)}: ${message}`;
}

function pathText(path: KeyPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${String(step)}]`;
    else if (/^[\w-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
