import { unreachable } from "../base/error.ts";
import type { ContextId } from "../base/ids.ts";
import type { SheetState } from "./state.ts";

/** Something to be done about a sheet. Each may be done twice: it is keyed by the sheet, the attempt and its kind. */
export type Command =
  /** See the attempt to its end: watch its process, or find out what became of it. */
  | { readonly kind: "supervise"; readonly attempt: number; readonly context: ContextId }
  | { readonly kind: "land"; readonly attempt: number }
  /** Ask git whether the landing that was meant has happened. */
  | { readonly kind: "settle-landing"; readonly attempt: number }
  /** The attempt no longer needs its context. `keep`: a person may want to look into it. */
  | { readonly kind: "release-context"; readonly attempt: number; readonly keep: boolean };

/**
 * What is to be done about a sheet in this state. It follows from the state alone, so that going on after a crash is
 * replaying the journal and doing this again.
 */
export function commandsOf(state: SheetState): readonly Command[] {
  switch (state.kind) {
    case "waiting":
      return release(state.counts.attempts, false);
    case "running":
      return [{ kind: "supervise", attempt: state.attempt, context: state.context }];
    case "captured":
      return [{ kind: "land", attempt: state.attempt }];
    case "landing":
      return [{ kind: "settle-landing", attempt: state.attempt }];
    case "landed":
    case "done":
      return release(state.attempt, false);
    case "failed":
    case "cancelled":
      return release(state.attempt, true);
    case "skipped":
      return release(state.attempt ?? 0, false);
    default:
      return unreachable(state);
  }
}

function release(attempt: number, keep: boolean): readonly Command[] {
  return attempt === 0 ? [] : [{ kind: "release-context", attempt, keep }];
}
