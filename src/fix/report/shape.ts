import type { Comparison } from "../../findings/compare/compare.ts";
import type { Finding } from "../../findings/finding.ts";
import type { AlsoChanged, FixOutcome, PassedOver } from "../model.ts";

/**
 * What a job of `tutti fix` came to. Every number was measured by verification: what an agent says of its work is no
 * part of it.
 */
export interface FixReport {
  readonly version: 1;
  /** The commit that the findings are of; `null`: a folder outside of git. */
  readonly commit: string | null;
  /** 0: all requested findings are gone and none is introduced. 1: some remain, or it is unknown. 2: nothing could be done. */
  readonly exitCode: 0 | 1 | 2;
  /** Other problems, a sentence each. */
  readonly problems: readonly string[];
  readonly total: TotalReport;
  /** As in the record. */
  readonly sheets: readonly SheetReport[];
  readonly tools: readonly ToolReport[];
  /** By tool and code. */
  readonly codes: readonly CodeReport[];
  readonly leftOut: readonly PassedOver[];
  /** `null`: no limit. */
  readonly costLimits: CostLimits | null;
  readonly recheck: RecheckReport | null;
  /** Every finding of the project, and what became of it. */
  readonly findings: readonly FindingStanding[];
}

/** In US dollars; `null`: no limit. */
export interface CostLimits {
  readonly perSheetUsd: number | null;
  readonly perJobUsd: number | null;
}

export interface SheetReport extends Numbers {
  readonly id: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly state: FixOutcome["state"];
  /** Measured of a result that is not on the target, and does not count there. */
  readonly unlanded: Pick<Numbers, "fixed" | "remaining" | "introduced"> | null;
  readonly attempts: number;
  /** Empty: none, or not known. */
  readonly agents: readonly string[];
  readonly commit: string | null;
  /** Files that its commit changed and that it is not about; `null`: it has none, or they are not known. */
  readonly alsoChanged: AlsoChanged | null;
  /** `null`: not known. */
  readonly costUsd: number | null;
  readonly tookMs: number | null;
  readonly why: string | null;
}

export interface ToolReport extends Numbers {
  readonly name: string;
  readonly version: string | null;
  /** In the whole project, also those that were not requested. */
  readonly found: number;
}

export interface TotalReport extends Numbers {
  readonly found: number;
  readonly sheets: number;
  readonly files: number;
  /** Files of sheets of which something was fixed. */
  readonly filesFixed: number;
  readonly attempts: number;
  /** `null`: of one sheet at least it is not known. */
  readonly costUsd: number | null;
  /** The sum of what is known. */
  readonly knownCostUsd: number;
  /** Attempts that ended without reporting a cost. */
  readonly unknownCosts: number;
  /** From the first attempt to the last end. */
  readonly tookMs: number | null;
  /** All sheets together, though they may have run at the same time; the sum of what is known. */
  readonly workMs: number;
}

/** The tools' findings in the whole project now, compared with the record. */
export interface Recheck {
  /** The commit that they looked at; `null`: a folder outside of git. */
  readonly commit: string | null;
  readonly tools: readonly RecheckedTool[];
}

/** A tool that broke has said nothing: what it would have found is not known. */
export type RecheckedTool =
  | ({ readonly kind: "read"; readonly tool: string } & Comparison)
  | { readonly kind: "failed"; readonly tool: string; readonly why: string };

/**
 * What became of the findings that were asked for: `asked` is the sum of `fixed`, `remaining`, `gone` and `unknown`.
 */
export interface Numbers {
  readonly asked: number;
  /** Measured on what is on the target. */
  readonly fixed: number;
  readonly remaining: number;
  /** Already gone when the sheet began. */
  readonly gone: number;
  /** The result is on the target, and its effect on these was not measured. */
  readonly unknown: number;
  /** Came in with what is on the target. */
  readonly introduced: number;
}

export interface CodeReport extends Numbers {
  readonly tool: string;
  /** Empty: of findings without one. */
  readonly code: string;
}

/** The whole project now. Numbers are of the tools that could be run: see `failed`. */
export interface RecheckReport {
  readonly commit: string | null;
  readonly fixed: number;
  readonly remaining: number;
  /** Remaining findings that were requested. */
  readonly askedRemaining: number;
  readonly introduced: number;
  /** Of these nothing is known. */
  readonly failed: readonly { readonly tool: string; readonly why: string }[];
}

/** What became of a finding, or of several of one kind where it is not known which of them is meant. */
export interface FindingStanding {
  readonly state: "introduced" | "remaining" | "fixed";
  /** With no line where it stands for some of several. */
  readonly finding: Finding;
  /** How many it stands for. */
  readonly count: number;
  /** The files that they are in; empty: not known. */
  readonly files: readonly string[];
  /** Whether it was requested. */
  readonly isAsked: boolean;
}
