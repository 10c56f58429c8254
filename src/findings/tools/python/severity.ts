import type { Severity } from "../../finding.ts";

/**
 * The same codes in ruff and flake8: pyflakes (F and a number) and the errors of pycodestyle that keep a file from
 * being read (E9) are errors. The first letter alone says nothing: FBT, ERA and EM are advice.
 */
export function severityOfCode(code: string | null): Severity {
  return code === null || code === "invalid-syntax" || /^(?:E9|F)\d/.test(code) ? "error" : "warning";
}
