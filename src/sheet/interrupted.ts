import { interruptedBrief } from "./brief.ts";
import { usedBy } from "./ended.ts";
import type { Interrupted } from "./event.ts";
import { folderAfter, withFolder } from "./folder-work.ts";
import type { Running, SheetState } from "./state.ts";
import { spentWith } from "./usage.ts";

/** Far above what restarts and power cuts do in the life of a job; reached only by a sheet that kills its conductor. */
const maxInterruptions = 25;

/** The conductor ended under an attempt: its sheet goes on from what was done by then, but not without end. */
export function afterInterruption(running: Running, event: Interrupted): SheetState {
  return withFolder(goingOn(running, event), folderAfter(running, { capture: event.capture, verdict: null }));
}

function goingOn(running: Running, event: Interrupted): SheetState {
  const { attempt, context } = running;
  const session = usedBy(running.session, event.usage);
  const spent = event.usage === undefined ? running.counts.spent : spentWith(running.counts.spent, event.usage);
  const counts = { ...running.counts, spent, interruptions: running.counts.interruptions + (event.asked ? 0 : 1) };
  const continueFrom = event.capture ?? running.continueFrom;
  if (counts.interruptions > maxInterruptions) {
    return { kind: "failed", attempt, context, session, reason: { kind: "interruptions" }, kept: continueFrom, counts };
  }
  return {
    kind: "waiting",
    why: "interrupted",
    notBefore: null,
    continueFrom,
    continueBase: continueFrom === null ? null : running.base,
    brief: event.capture === null ? running.brief : interruptedBrief(running.brief),
    context: { id: context, reuse: event.capture !== null },
    session,
    counts,
    ...(running.best === undefined ? {} : { best: running.best }),
    ...(running.instead === undefined ? {} : { instead: running.instead }),
  };
}
