import type { Candidate } from "../../../landing/candidate.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import type { Book } from "../../book.ts";
import { isOutdone } from "./contests.ts";

/** The results that wait to land, in the order of the score. */
export function candidatesOf(book: Book): readonly Candidate[] {
  return book
    .agenda()
    .candidates()
    .flatMap((id) => {
      const state = book.state(id);
      if (state.kind !== "captured" && state.kind !== "landing") return [];
      const { attempt, base, capture, verdict } = state;
      const sheet = book.plan(id);
      if (isOutdone(book, sheet)) return [];
      const intent = state.kind === "landing" ? state.commit : null;
      const { counts, isReviewed = false } = state;
      return [
        {
          job: book.job(),
          sheet,
          attempt,
          base,
          capture,
          verdict,
          intent,
          agent: agentFor(sheet, counts),
          spent: counts.spent,
          isReviewed,
        },
      ];
    });
}

/** Whether a result is still what is to land: its sheet may have been told something, cancelled or held since. */
export function isStillWanted(book: Book, { sheet, attempt, capture }: Candidate): boolean {
  const state = book.state(sheet.id);
  if (state.kind !== "landing" && (state.kind !== "captured" || !state.isApproved)) return false;
  if (isOutdone(book, sheet)) return false;
  return state.attempt === attempt && state.capture === capture;
}
