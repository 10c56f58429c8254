import type { SheetId } from "../base/ids.ts";
import type { Job, PauseCause } from "../sheet/job.ts";
import type { SheetState } from "../sheet/state.ts";

interface PauseNow {
  readonly why: string | null;
  readonly pause: PauseCause | null;
}

/** How many results wait is counted anew: a person may have dropped some since. */
export function pauseNow({ status }: Job, states: ReadonlyMap<SheetId, SheetState>): PauseNow {
  if (status.kind !== "paused") return { why: null, pause: null };
  const { why, cause } = status;
  if (cause.kind !== "approval") return { why, pause: cause };
  const sheets = [...states.values()].filter((state) => state.kind === "captured" && !state.isApproved).length;
  if (sheets === cause.sheets) return { why, pause: cause };
  const words =
    sheets === 0
      ? "no result waits for a person's word any more"
      : `${String(sheets)} result${sheets === 1 ? " waits" : "s wait"} for a person's word`;
  return { why: words, pause: { ...cause, sheets } };
}
