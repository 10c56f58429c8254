import type { Plan, RetryPolicy, SheetPlan } from "../score/plan.ts";
import { commandsOf } from "./command.ts";
import type { Command } from "./command.ts";
import type { SheetState } from "./state.ts";

/** What the score says about how often to try, and with how many agents. */
export interface SheetPolicy extends RetryPolicy {
  readonly agents: number;
  /** A result lands only by a person's word. */
  readonly needsApproval: boolean;
}

export function policyOf({ retry, fallbacks }: Pick<SheetPlan, "retry" | "fallbacks">, { landing }: Pick<Plan, "landing">): SheetPolicy {
  return { ...retry, agents: 1 + fallbacks.length, needsApproval: landing.mode === "approve" };
}

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
