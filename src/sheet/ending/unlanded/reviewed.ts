import { reworkBrief } from "../../decide/brief.ts";
import type { SheetState } from "../../state.ts";
import { type Verdict, failedOf, reviewOf } from "../../verdict.ts";
import { type EndedAttempt, failed, keptOf, reasonOf } from "../ended-attempt.ts";

/** Whether a reviewer is all that keeps a result from landing. */
export function isReviewOnly(verdict: Verdict): boolean {
  const failing = failedOf(verdict);
  return failing.length > 0 && failing.every(({ review }) => review !== undefined);
}

/**
 * A result that a reviewer does not approve of goes back to its author with the comments, on top of its own work, as
 * often as the score allows. One that was not reviewed fails: its author can do nothing about it, and it must not
 * count as approved. Its work is kept, and `tutti recover` asks the reviewer again.
 */
export function afterReview(ending: EndedAttempt): SheetState {
  const { running, ended } = ending;
  const { counts, base, context, session } = running;
  const review = reviewOf(ended.verdict);
  const reviews = (counts.reviews ?? 0) + 1;
  if (review?.verdict !== "rework" || reviews > review.rounds) return failed(ending, reasonOf(ending));
  const continueFrom = keptOf(ending);
  return {
    kind: "waiting",
    why: "review",
    notBefore: null,
    continueFrom,
    continueBase: continueFrom === null ? null : base,
    brief: reworkBrief(ended, review.rounds - reviews),
    context: { id: context, reuse: continueFrom !== null },
    session,
    counts: { ...counts, reviews },
  };
}
