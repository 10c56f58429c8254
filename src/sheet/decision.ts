import type { RetryPolicy } from "../score/plan.ts";
import { commandsOf } from "./command.ts";
import type { Command } from "./command.ts";
import type { SheetState } from "./state.ts";

/** What the score says about how often to try. */
export type SheetPolicy = RetryPolicy;

/**
 * What an event makes of a state. `ignored`: the event does not fit (a late report, a duplicate); the state stays
 * as it is, and the journal keeps the event all the same.
 */
export type Decision =
  | { readonly kind: "changed"; readonly state: SheetState; readonly commands: readonly Command[] }
  | { readonly kind: "ignored"; readonly state: SheetState; readonly why: string };

export function changedTo(state: SheetState): Decision {
  return { kind: "changed", state, commands: commandsOf(state) };
}

export function ignored(state: SheetState, why: string): Decision {
  return { kind: "ignored", state, why };
}
