import type { EpochMs, SheetId } from "../../base/ids.ts";
import { type HealingMode, type HealingPlan, type RemedyCode, remedyNames } from "../../score/healing/codes.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { PlanPatch } from "./patch.ts";

/** A remedy that was used in a job. */
export interface Healing {
  /** From 1, in the job. */
  readonly number: number;
  readonly at: EpochMs;
  readonly code: RemedyCode;
  /** Rounds of rules count from 1; `null`: a person chose it. */
  readonly cycle: number | null;
  /** Empty: the whole job. */
  readonly sheets: readonly SheetId[];
  /** The finding, as a sentence. */
  readonly what: string;
  /** The steps that were done, a sentence each. */
  readonly steps: readonly string[];
  /** The step that takes it back; `null`: there is nothing to take back. */
  readonly undo: Undo | null;
  readonly undoneAt?: EpochMs;
}

export interface Undo {
  readonly patch?: PlanPatch;
  /** Removed if it is empty. */
  readonly folder?: string;
  /** Moved back. */
  readonly moved?: { readonly from: string; readonly to: string };
}

/** `H10 conflict-storm: a, b failed by conflicts in x.txt; play a, b one after the other; try each once more`. */
export function healingWords({ code, what, steps }: Pick<Healing, "code" | "what" | "steps">): string {
  return [`${code} ${remedyNames[code]}: ${what}`, ...steps].join("; ");
}

/** The part of a job that says whether it heals itself. */
interface Asked {
  readonly healingAsked?: HealingMode;
  readonly plan: Pick<Plan, "healing">;
}

/** The healing plan that holds for a job: a person's wish goes before its score. */
export function healingOf({ healingAsked, plan }: Asked): HealingPlan | null {
  return healingAsked === undefined
    ? (plan.healing ?? null)
    : { mode: healingAsked, without: plan.healing?.without ?? [] };
}
