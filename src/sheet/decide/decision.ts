import type { Counts } from "../counts.ts";
import type { Plan, RetryPolicy, SheetPlan } from "../../score/plan/plan.ts";
import { placeOf } from "../../score/plan/agents/cast.ts";
import type { SheetState } from "../state.ts";

/** The score's rules on how often to try, and with how many agents. */
export interface SheetPolicy extends RetryPolicy {
  readonly agents: number;
  /** Which of them are asked only once. */
  readonly once: readonly boolean[];
  /** A result lands only by a person's word. */
  readonly needsApproval: boolean;
  /** A result lands only when it is chosen among those of other sheets. */
  readonly competes: boolean;
}

export function policyOf(
  { retry, agent, fallbacks, contest }: Pick<SheetPlan, "retry" | "agent" | "fallbacks" | "contest">,
  { landing }: Pick<Plan, "landing">,
): SheetPolicy {
  const once = [agent, ...fallbacks].map((one) => one.kind === "command" && one.once);
  return {
    ...retry,
    agents: once.length,
    once,
    needsApproval: landing.mode === "approve",
    competes: contest !== undefined,
  };
}

/** Whether a result may land without another word. */
export function landsAtOnce({ needsApproval, competes }: Pick<SheetPolicy, "needsApproval" | "competes">): boolean {
  return !needsApproval && !competes;
}

/** How many failures the agent that a sheet is with may have. */
export function attemptsOf({ attempts, once }: SheetPolicy, counts: Pick<Counts, "fallbacks" | "drawn">): number {
  return once[placeOf(counts)] === true ? 1 : attempts;
}

/**
 * The effect of an event on a state. `ignored`: the event does not fit (a late report, a duplicate); the state stays as
 * it is, and the journal keeps the event all the same.
 */
export type Decision =
  | { readonly kind: "changed"; readonly state: SheetState }
  | { readonly kind: "ignored"; readonly state: SheetState; readonly why: string };

export function changedTo(state: SheetState): Decision {
  return { kind: "changed", state };
}

export function ignored(state: SheetState, why: string): Decision {
  return { kind: "ignored", state, why };
}
