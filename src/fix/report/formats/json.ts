import type { FindingStanding, FixReport } from "../shape.ts";

/** For programs; docs/fix.md has the shape, and fields are only added. `findings` omits fixed ones. */
export function jsonOf({ findings, ...report }: FixReport): string {
  return `${JSON.stringify({ ...report, findings: findings.filter(({ state }) => state !== "fixed").map(flat) }, null, 2)}\n`;
}

function flat({ state, finding, count, files, isAsked }: FindingStanding): object {
  const { tool, code, severity, file, line, column, message } = finding;
  return {
    state,
    tool,
    code,
    severity,
    file: file === "" ? null : file,
    line,
    column,
    message,
    count,
    files,
    asked: isAsked,
  };
}
