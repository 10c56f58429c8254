import type { FilledCheck, PlannedCheck } from "../rules/kinds.ts";

/** How a rule is applied. */
export interface RuleTerms {
  /** Rules of a stage run only when those of all lower stages pass. */
  readonly stage: number;
  /** How often a rule that fails is tried again before it counts as failed. */
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly timeoutMs: number;
}

/** A validation or precondition as a plan holds it: its texts may still have templates in them. */
export interface Rule extends RuleTerms {
  readonly check: Check;
  /** One line for people; `null`: the check describes itself. */
  readonly description: string | null;
}

export type Check = PlannedCheck;

/** A rule for one sheet, with everything filled in. */
export type Validation = RuleTerms & { readonly description: string } & ConcreteCheck;

export type ConcreteCheck =
  | FilledCheck
  /** It could not be filled in, so it can't hold. */
  | { readonly kind: "impossible"; readonly why: string };
