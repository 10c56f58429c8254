import type { SheetState } from "./state.ts";

/** Nothing but a person's word changes it any more. */
export function isTerminal(state: SheetState): boolean {
  return isGood(state) || state.kind === "failed" || state.kind === "cancelled";
}

/** Whether sheets that depend on it may start. */
export function isGood(state: SheetState): boolean {
  return state.kind === "landed" || state.kind === "done" || state.kind === "skipped";
}
