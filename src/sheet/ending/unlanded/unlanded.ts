import type { CommitSha } from "../../../base/ids.ts";
import { type Decision, changedTo } from "../../decide/decision.ts";
import type { SheetState } from "../../state.ts";

/**
 * A result that met its definition of done and has not landed. Every way back to another attempt goes on knowing it,
 * from any state: without it, an attempt that changes nothing would pass for a sheet that has nothing to land.
 */
export function unlandedOf(state: SheetState): CommitSha | undefined {
  switch (state.kind) {
    case "captured":
    case "landing":
    case "proposed":
      return state.capture;
    case "waiting":
    case "running":
    case "failed":
      return state.unlanded;
    case "cancelled":
      // A rejected result is not landed later.
      return state.isDropped === true ? undefined : state.unlanded;
    default:
      return undefined;
  }
}

/** The decision, with the result that is still to land. */
export function withUnlanded(before: SheetState, decision: Decision): Decision {
  const unlanded = unlandedOf(before);
  const { state } = decision;
  if (decision.kind === "ignored" || unlanded === undefined || state === before) return decision;
  switch (state.kind) {
    case "waiting":
    case "running":
      return changedTo({ ...state, unlanded });
    case "failed":
    case "cancelled":
      return changedTo({ ...state, unlanded, kept: state.kept ?? unlanded });
    default:
      return decision;
  }
}
