import { plural, visible } from "../../base/text.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { outlineOf, planTotals } from "../../score/preview/outline.ts";
import { type PreviewOptions, sceneOf, sheetPreviews } from "../../score/preview/preview.ts";
import type { ProblemSeverity } from "../../score/source/codes.ts";
import { isError, type Problem, problemLine, severityOf } from "../../score/source/problem.ts";
import { problemView } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Fixing, Inspected } from "./inspect.ts";
import { uncountedLines } from "./preview/landing-lines.ts";

const severities: readonly ProblemSeverity[] = ["error", "warning", "info"];

/** The faults of a file, the worst first, and one line that names the file. */
export function reportLines(
  terminal: Terminal,
  { file, found, changes, uncounted }: Inspected,
  how: { readonly fixing: Fixing; readonly isVerbose: boolean },
): readonly string[] {
  const fixes = changes.map(
    ({ at, what }) =>
      `${terminal.green(how.fixing === "write" ? "fixed" : "would fix")} ${visible(`${file}:${at.line}:${at.column} ${what}`)}`,
  );
  if (found.shape === "missing")
    return [`${terminal.red("error")} ${visible(found.error.message)} [${found.error.code}]`];
  const { problems, plan } = found;
  const lines = severities
    .filter((severity) => severity !== "info" || how.isVerbose)
    .flatMap((severity) => linesOf(problems, severity, file).map((line) => `${painted(terminal, severity)} ${line}`));
  const notes = countsOf(problems, how.isVerbose);
  const said = `${visible(file)}: ${plan === null ? terminal.red("invalid") : terminal.green("valid")}${plan === null ? "" : `, ${totals(plan)}`}${found.shape === "mozart" ? " (a score of Mozart's)" : ""}`;
  return [...fixes, ...lines, ...uncountedLines(terminal, uncounted), notes === "" ? said : `${said}; ${notes}`];
}

/** The same may be found by several ways. */
function linesOf(problems: readonly Problem[], severity: ProblemSeverity, file: string): readonly string[] {
  return [
    ...new Set(
      problems
        .filter((problem) => severityOf(problem) === severity)
        .map((problem) => visible(problemLine(problem, file))),
    ),
  ];
}

function painted(terminal: Terminal, severity: ProblemSeverity): string {
  if (severity === "error") return terminal.red(severity);
  return severity === "warning" ? terminal.yellow(severity) : terminal.dim(severity);
}

function countsOf(problems: readonly Problem[], isVerbose: boolean): string {
  const number = (severity: ProblemSeverity): number => linesOf(problems, severity, "").length;
  const infos = number("info");
  return [
    ...(problems.some(isError) ? [plural(number("error"), "error")] : []),
    ...(number("warning") > 0 ? [plural(number("warning"), "warning")] : []),
    ...(infos > 0 ? [`${plural(infos, "note")}${isVerbose ? "" : " (-v shows them)"}`] : []),
  ].join(", ");
}

export function totals(plan: Plan): string {
  // As the graph below draws them: what the score calls stages may all run side by side.
  const { sheets, longest_chain: stages, validations, agents } = planTotals(plan);
  return `${plural(sheets, "sheet")} in ${plural(stages, "stage")}, ${plural(validations, "validation")}, ${plural(agents, "agent")}`;
}

/** One document, printed as it is made: the prompts of a large score together may not fit into one text. */
export function printReports(
  terminal: Terminal,
  files: readonly Inspected[],
  onlyOf: (plan: Plan) => PreviewOptions,
): void {
  terminal.out('{"files":[');
  for (const [index, inspected] of files.entries()) {
    const { file, found, changes } = inspected;
    const plan = found.shape === "missing" ? null : found.plan;
    const head = {
      file,
      valid: plan !== null,
      shape: found.shape === "missing" ? "unreadable" : found.shape,
      ...(found.shape === "missing" ? { error: { code: found.error.code, message: found.error.message } } : {}),
      problems: found.shape === "missing" ? [] : found.problems.map(problemView),
      uncounted_agents: inspected.uncounted,
      fixes: changes.map(({ at, what }) => ({ ...at, what })),
    };
    printWithPlan(terminal, head, { plan, options: plan === null ? {} : onlyOf(plan) });
    if (index < files.length - 1) terminal.out(",");
  }
  terminal.out("]}");
}

/** An object with what the plan is, and its sheets at the end. */
export function printWithPlan(
  terminal: Terminal,
  head: object,
  { plan, options }: { readonly plan: Plan | null; readonly options: PreviewOptions },
): void {
  const outline = plan === null ? null : outlineOf(plan, sceneOf(plan, options));
  terminal.out(`${JSON.stringify({ ...head, plan: outline }).slice(0, -1)},"sheets":[`);
  let waiting: string | null = null;
  for (const sheet of plan === null ? [] : sheetPreviews(plan, options)) {
    if (waiting !== null) terminal.out(`${waiting},`);
    waiting = JSON.stringify(sheet);
  }
  if (waiting !== null) terminal.out(waiting);
  terminal.out("]}");
}
