import type { Tally } from "../../findings/tally.ts";
import type { FixOutcome, FixRecord } from "../../fix/model.ts";
import type { FixedJob } from "../../fix/report/report.ts";

/** The subject of a job of `tutti fix`, and the outcome of each of its sheets so far. */
export interface FixAnswer {
  readonly record: FixRecord;
  /** In the order of the record. */
  readonly outcomes: readonly FixOutcome[];
  readonly job: FixedJob;
}

/** Findings of one sheet of such a job. */
export interface SheetFindings {
  /** By tool and kind, before. */
  readonly asked: FixRecord["sheets"][number]["asked"];
  /** Afterwards; `null`: no result was verified yet. */
  readonly counts: FixOutcome["counts"];
  /** Before, with their places: no more than a person reads. */
  readonly findings: FixRecord["findings"];
}

/** The measurements of verification so far. */
export interface FindingStats {
  /** By tool, code, strategy and agent. */
  readonly tallies: readonly Tally[];
}
