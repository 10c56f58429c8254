import { unreachable } from "../../base/error.ts";
import type { ContextId } from "../../base/ids.ts";
import type { IsolationPlan } from "../../score/plan/plan.ts";
import type { SheetState } from "../state.ts";

/** A context that no attempt needs any more. */
export interface Release {
  readonly context: ContextId;
  /** `replaced`: the sheet goes on in another one. */
  readonly after: "success" | "failure" | "replaced";
}

/** The context that a sheet in this state no longer needs. A release that a crash cut short is found here again. */
export function releaseOf(state: SheetState): Release | null {
  switch (state.kind) {
    case "waiting":
      return state.context === null || state.context.reuse ? null : release(state.context.id, "replaced");
    case "running":
    case "captured":
    case "landing":
    case "proposed":
      // A proposed result may be sent back to its context.
      return null;
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

function release(context: ContextId | null, after: Release["after"]): Release | null {
  return context === null ? null : { context, after };
}

/** Whether a released context stays for a person to inspect. Its work is captured in any case. */
export function isKept(
  isolation: Pick<IsolationPlan, "cleanupOnSuccess" | "cleanupOnFailure">,
  after: Release["after"],
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
