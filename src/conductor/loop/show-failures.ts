import { agentFor } from "../../score/plan/agents/cast.ts";
import type { Book } from "../book.ts";
import type { Course } from "./course.ts";
import type { FailedWork } from "../hands.ts";

/** Has others see what sheets left that failed for good, where the score wants that. */
export async function showFailures({ book, hands }: Course): Promise<void> {
  if (book.job().plan.landing.pullRequest?.forFailed !== true) return;
  await hands.showFailed(book.job(), failedWorks(book), async (sheet, events) => {
    await book.recordSheets(events.map((event) => ({ sheet, event })));
  });
}

/** One whose pull request was closed has been seen already. */
function failedWorks(book: Book): readonly FailedWork[] {
  return book.job().plan.sheets.flatMap((sheet) => {
    const state = book.state(sheet.id);
    if (state.kind !== "failed" || state.kept === null || state.reason.kind === "pull-request") return [];
    return [{ sheet, state: { ...state, kept: state.kept }, agent: agentFor(sheet, state.counts) }];
  });
}
