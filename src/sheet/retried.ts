import { retriedBrief } from "./brief.ts";
import { noCounts } from "./state.ts";
import type { SheetState, Waiting } from "./state.ts";

/**
 * A person asks for another try: all budgets are new, from the target as it is now. Only the number of attempts goes
 * on, because contexts and refs are named by it.
 */
export function afterRetried(state: SheetState & { readonly kind: "failed" | "cancelled" }): Waiting {
  return {
    kind: "waiting",
    why: "retried",
    notBefore: null,
    continueFrom: null,
    continueBase: null,
    brief: retriedBrief(state),
    counts: { ...noCounts, attempts: state.counts.attempts },
  };
}
