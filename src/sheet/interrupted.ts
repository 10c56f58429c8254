import { interruptedBrief } from "./brief.ts";
import type { Interrupted } from "./event.ts";
import type { Running, SheetState } from "./state.ts";

/** Far above what restarts and power cuts do in the life of a job; reached only by a sheet that kills its conductor. */
const maxInterruptions = 25;

/** The conductor ended under an attempt: its sheet goes on from what was done by then, but not without end. */
export function afterInterruption(running: Running, event: Interrupted): SheetState {
  const { attempt, context } = running;
  const counts = event.asked ? running.counts : { ...running.counts, interruptions: running.counts.interruptions + 1 };
  const continueFrom = event.capture ?? running.continueFrom;
  if (counts.interruptions > maxInterruptions) {
    return { kind: "failed", attempt, context, reason: { kind: "interruptions" }, kept: continueFrom, counts };
  }
  return {
    kind: "waiting",
    why: "interrupted",
    notBefore: null,
    continueFrom,
    continueBase: continueFrom === null ? null : running.base,
    brief: event.capture === null ? running.brief : interruptedBrief(running.brief),
    context: { id: context, reuse: event.capture !== null },
    counts,
  };
}
