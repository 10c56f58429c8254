import type { Tally } from "../../findings/tally.ts";
import type { Evaluation } from "../../learning/routing/evaluate.ts";
import type { WorkStats } from "../../learning/outcomes/stats.ts";

/** What became of attempts, and of findings, as verification and git measured it. */
export interface LearnStats {
  /** Attempts that the figures are of: the newest. */
  readonly attempts: number;
  readonly work: readonly WorkStats[];
  readonly findings: readonly Tally[];
}

/** What routing by measured success would have come to, beside each agent alone. */
export type LearnEvaluation = Evaluation;
