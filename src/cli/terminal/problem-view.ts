import { pathText, severityOf } from "../../score/source/problem.ts";
import type { Problem } from "../../score/source/problem.ts";

/** A problem of a score as programs see it; field names are stable. */
export function problemView(problem: Problem): object {
  const { code, at, path, message, file } = problem;
  return {
    code,
    severity: severityOf(problem),
    line: at.line,
    column: at.column,
    path: pathText(path),
    message,
    ...(file === undefined ? {} : { file }),
  };
}
