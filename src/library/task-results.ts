import type { JobView, SheetView } from "../api/contract/job.ts";
import type { TaskResult } from "./execute-types.ts";

/** States that a task does not leave by itself. */
const endOf: Readonly<Record<string, TaskResult["status"]>> = {
  landed: "landed",
  proposed: "proposed",
  done: "done",
  skipped: "done",
  failed: "failed",
  cancelled: "cancelled",
};

export function isOver(state: string | null): boolean {
  return state !== null && Object.hasOwn(endOf, state);
}

/** What a job says of its sheets, in the order of the tasks. */
export function resultsOf(view: JobView, sheets: readonly string[]): readonly TaskResult[] {
  const byId = new Map(view.sheets.map((sheet) => [sheet.id, sheet]));
  return sheets.flatMap((id, index) => {
    const sheet = byId.get(id);
    return sheet === undefined ? [] : [resultOf(view, sheet, index)];
  });
}

function resultOf(view: JobView, sheet: SheetView, index: number): TaskResult {
  // A job that can't go on by itself has failed whoever waits for it.
  const status = endOf[sheet.state] ?? (view.status === "cancelled" ? "cancelled" : "waiting");
  const ok = status === "landed" || status === "proposed" || status === "done";
  const why = sheet.why ?? (status === "waiting" ? view.why : null);
  return {
    index,
    ok,
    status,
    why: ok ? null : (why ?? status),
    commit: sheet.commit,
    kept: sheet.kept,
    agent: sheet.agent,
    attempts: sheet.attempts,
    costUsd: sheet.cost.usd,
    job: view.id,
    sheet: sheet.id,
  };
}
