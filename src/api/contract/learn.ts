import type { Tally } from "../../findings/tally.ts";
import type { Drift, Spread } from "../../learning/outcomes/drift.ts";
import type { Outcome } from "../../learning/outcomes/outcome.ts";
import type { Comparison } from "../../learning/patterns/compare.ts";
import type { Pattern } from "../../learning/patterns/pattern.ts";
import type { Evaluation } from "../../learning/routing/evaluate.ts";
import type { WorkStats } from "../../learning/outcomes/stats.ts";

/** The outcomes of attempts, and of findings, as verification and git measured them. */
export interface LearnStats {
  /** Attempts that the figures are of: the newest. */
  readonly attempts: number;
  readonly work: readonly WorkStats[];
  readonly findings: readonly Tally[];
}

/** The simulated outcome of routing by measured success, beside each agent alone. */
export type LearnEvaluation = Evaluation;

/** A note for prompts, with what its comparison says so far. */
export type PatternView = Pattern & Comparison;

export interface LearnDrift {
  readonly drift: readonly Drift[];
  readonly spread: readonly Spread[];
}

/** The learned data, for another Tutti to read. Nothing in it names a folder of this machine. */
export interface LearnExport {
  readonly version: 1;
  readonly patterns: readonly Pattern[];
  readonly outcomes: readonly Outcome[];
}

export interface LearnForgotten {
  readonly patterns: number;
  readonly attempts: number;
}
