import type { Candidate } from "../landing/candidate.ts";
import type { Book } from "./book.ts";

/** What waits to land, in the order of the score. */
export function candidatesOf(book: Book): readonly Candidate[] {
  return book
    .agenda()
    .candidates()
    .flatMap((id) => {
      const state = book.state(id);
      if (state.kind !== "captured" && state.kind !== "landing") return [];
      const { attempt, base, capture, verdict } = state;
      return [{ sheet: book.plan(id), attempt, base, capture, verdict, intent: state.kind === "landing" ? state.commit : null }];
    });
}
