import type { SheetId } from "../base/ids.ts";
import type { SheetState } from "./state.ts";

/** Nothing but a person's word changes it any more. */
export function isTerminal(state: SheetState): boolean {
  return isGood(state) || state.kind === "failed" || state.kind === "cancelled";
}

/** What depends on it may start. */
export function isGood(state: SheetState): boolean {
  return state.kind === "landed" || state.kind === "done" || state.kind === "skipped";
}

/** Something is under way that will bring an event by itself. */
export function isActive(state: SheetState): boolean {
  return state.kind === "running" || state.kind === "captured" || state.kind === "landing";
}

/**
 * How a job stands. `parked`: nothing is under way, but sheets remain that can still go on, now or later.
 * A job that can go on is parked even when some of its sheets failed: it is not over.
 */
export type JobOutcome = "running" | "parked" | "some-failed" | "all-good";

export function jobOutcome(states: ReadonlyMap<SheetId, SheetState>, blocked: ReadonlySet<SheetId>): JobOutcome {
  const all = [...states.values()];
  if (all.some(isActive)) return "running";
  for (const [id, state] of states) {
    if (state.kind === "waiting" && !blocked.has(id)) return "parked";
  }
  return all.every(isGood) ? "all-good" : "some-failed";
}
