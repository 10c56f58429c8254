import { outlineOf } from "../../score/preview/outline.ts";
import { sceneOf, sheetPreviews } from "../../score/preview/preview.ts";
import type { PreviewOptions } from "../../score/preview/preview.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { problemView } from "../terminal/problem-view.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Inspected } from "./inspect.ts";

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
