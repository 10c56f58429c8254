import { restoredBrief, retriedBrief } from "./brief.ts";
import type { Restored } from "./event.ts";
import { noCounts } from "./state.ts";
import type { SheetState, Waiting } from "./state.ts";

/**
 * A person asks for another try: all budgets are new, from the target as it is now or from a snapshot. Only the number of
 * attempts goes on, because contexts and refs are named by it.
 */
export function afterRetried(state: SheetState & { readonly kind: "failed" | "cancelled" }, from: Restored | undefined): Waiting {
  const again: Waiting = {
    kind: "waiting",
    why: "retried",
    notBefore: null,
    continueFrom: null,
    continueBase: null,
    brief: retriedBrief(state),
    context: state.context === null ? null : { id: state.context, reuse: false },
    counts: { ...noCounts, attempts: state.counts.attempts },
  };
  return from === undefined ? again : goingOnFrom(again, from);
}

/** The next attempt goes on from a snapshot that a person chose, not from where the last one ended. */
export function goingOnFrom(state: Waiting, from: Restored): Waiting {
  return {
    ...state,
    why: "retried",
    notBefore: null,
    continueFrom: from.commit,
    continueBase: from.base,
    brief: restoredBrief(),
    context: state.context === null ? null : { id: state.context.id, reuse: false },
  };
}
