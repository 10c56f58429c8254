import { agentAt } from "../../score/plan/cast.ts";
import type { Book } from "../book.ts";
import type { OpenPull } from "../hands.ts";

/** Results that are offered as pull requests, in the order of the score. */
export function openPulls(book: Pick<Book, "job" | "state">): readonly OpenPull[] {
  return book.job().plan.sheets.flatMap((sheet) => {
    const state = book.state(sheet.id);
    return state.kind === "proposed" ? [{ sheet, state, agent: agentAt(sheet, state.counts.fallbacks) }] : [];
  });
}
