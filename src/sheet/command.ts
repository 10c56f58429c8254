import { unreachable } from "../base/error.ts";
import type { ContextId } from "../base/ids.ts";
import type { IsolationPlan } from "../score/plan/plan.ts";
import type { SheetState } from "./state.ts";

/** Something to be done about a sheet. Each may be done twice: it is keyed by the sheet, the attempt and its kind. */
export type Command =
  /** See the attempt to its end: watch its process, or find out what became of it. */
  | { readonly kind: "supervise"; readonly attempt: number; readonly context: ContextId }
  | { readonly kind: "land"; readonly attempt: number }
  /** Ask git whether the landing that was meant has happened. */
  | { readonly kind: "settle-landing"; readonly attempt: number }
  /** No attempt needs this context any more; whether it goes or stays, the score says. */
  | { readonly kind: "release-context"; readonly context: ContextId; readonly after: Release };

/** What a context is released after: `replaced`, when the sheet goes on elsewhere. */
export type Release = "success" | "failure" | "replaced";

/**
 * What is to be done about a sheet in this state. It follows from the state alone, so that going on after a crash is
 * replaying the journal and doing this again.
 */
export function commandsOf(state: SheetState): readonly Command[] {
  switch (state.kind) {
    case "waiting":
      return state.context === null || state.context.reuse ? [] : release(state.context.id, "replaced");
    case "running":
      return [{ kind: "supervise", attempt: state.attempt, context: state.context }];
    case "captured":
      return [{ kind: "land", attempt: state.attempt }];
    case "landing":
      return [{ kind: "settle-landing", attempt: state.attempt }];
    case "proposed":
      // Its context stays: it may be sent back.
      return [];
    case "landed":
    case "done":
    case "skipped":
      return release(state.context, "success");
    case "failed":
    case "cancelled":
      return release(state.context, "failure");
    default:
      return unreachable(state);
  }
}

function release(context: ContextId | null, after: Release): readonly Command[] {
  return context === null ? [] : [{ kind: "release-context", context, after }];
}

/** Whether a released context is to stay, for a person to look into. Work in it is captured in any case. */
export function isKept(
  isolation: Pick<IsolationPlan, "cleanupOnSuccess" | "cleanupOnFailure">,
  after: Release,
): boolean {
  switch (after) {
    case "success":
      return !isolation.cleanupOnSuccess;
    case "failure":
      return !isolation.cleanupOnFailure;
    case "replaced":
      return false;
    default:
      return unreachable(after);
  }
}
