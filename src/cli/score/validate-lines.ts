import { isError, problemLine, severityOf } from "../../score/source/problem.ts";
import type { Problem } from "../../score/source/problem.ts";
import type { Severity } from "../../score/source/codes.ts";
import { planTotals } from "../../score/preview/outline.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { count, shown } from "../terminal/prose.ts";
import { uncountedLines } from "./preview/cost-lines.ts";
import type { Fixing, Inspected } from "./inspect.ts";

const severities: readonly Severity[] = ["error", "warning", "info"];

/** What is wrong with a file, the worst first, and one line that says what it is. */
export function reportLines(
  terminal: Terminal,
  { file, found, changes, uncounted }: Inspected,
  how: { readonly fixing: Fixing; readonly isVerbose: boolean },
): readonly string[] {
  const fixes = changes.map(
    ({ at, what }) =>
      `${terminal.green(how.fixing === "write" ? "fixed" : "would fix")} ${shown(`${file}:${String(at.line)}:${String(at.column)} ${what}`)}`,
  );
  if (found.shape === "missing")
    return [`${terminal.red("error")} ${shown(found.error.message)} [${found.error.code}]`];
  const { problems, plan } = found;
  const lines = severities
    .filter((severity) => severity !== "info" || how.isVerbose)
    .flatMap((severity) => linesOf(problems, severity, file).map((line) => `${painted(terminal, severity)} ${line}`));
  const notes = countsOf(problems, how.isVerbose);
  const said = `${shown(file)}: ${plan === null ? terminal.red("invalid") : terminal.green("valid")}${plan === null ? "" : `, ${totals(plan)}`}${found.shape === "mozart" ? " (a score of Mozart's)" : ""}`;
  return [...fixes, ...lines, ...uncountedLines(terminal, uncounted), notes === "" ? said : `${said}; ${notes}`];
}

/** The same may be found by several ways. */
function linesOf(problems: readonly Problem[], severity: Severity, file: string): readonly string[] {
  return [
    ...new Set(
      problems
        .filter((problem) => severityOf(problem) === severity)
        .map((problem) => shown(problemLine(problem, file))),
    ),
  ];
}

function painted(terminal: Terminal, severity: Severity): string {
  if (severity === "error") return terminal.red(severity);
  return severity === "warning" ? terminal.yellow(severity) : terminal.dim(severity);
}

function countsOf(problems: readonly Problem[], isVerbose: boolean): string {
  const number = (severity: Severity): number => linesOf(problems, severity, "").length;
  const infos = number("info");
  return [
    ...(problems.some(isError) ? [count(number("error"), "error")] : []),
    ...(number("warning") > 0 ? [count(number("warning"), "warning")] : []),
    ...(infos > 0 ? [`${count(infos, "note")}${isVerbose ? "" : " (-v shows them)"}`] : []),
  ].join(", ");
}

export function totals(plan: Plan): string {
  // As the graph below draws them: what the score calls stages may all run side by side.
  const { sheets, longest_chain: stages, validations, agents } = planTotals(plan);
  return `${count(sheets, "sheet")} in ${count(stages, "stage")}, ${count(validations, "validation")}, ${count(agents, "agent")}`;
}
