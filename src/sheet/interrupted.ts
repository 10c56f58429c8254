import type { SheetEvent } from "./event.ts";
import type { Running, SheetState } from "./state.ts";

/** Far above what restarts and power cuts do in the life of a job; reached only by a sheet that kills its conductor. */
const maxInterruptions = 25;

/** The conductor ended under an attempt: its sheet goes back to where it was before, but not without end. */
export function afterInterruption(running: Running, event: SheetEvent & { readonly kind: "interrupted" }): SheetState {
  const { attempt, continueFrom, brief } = running;
  const counts = event.asked ? running.counts : { ...running.counts, interruptions: running.counts.interruptions + 1 };
  if (counts.interruptions > maxInterruptions) {
    return { kind: "failed", attempt, reason: { kind: "interruptions" }, kept: event.capture ?? continueFrom, counts };
  }
  const continueBase = continueFrom === null ? null : running.base;
  return { kind: "waiting", why: "interrupted", notBefore: null, continueFrom, continueBase, brief, counts };
}
