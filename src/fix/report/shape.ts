import type { Comparison } from "../../findings/compare/compare.ts";
import type { Finding } from "../../findings/finding.ts";
import type { AlsoChanged, FixOutcome, PassedOver } from "../model.ts";

/** The result of a job. Verification measured every number: agents' claims are no part of it. */
export interface FixReport {
  readonly version: 1;
  /** `null`: a folder outside of git. */
  readonly commit: string | null;
  /** 0: all requested findings are gone, none introduced. 1: some remain, or unknown. 2: nothing could be done. */
  readonly exitCode: 0 | 1 | 2;
  readonly problems: readonly string[];
  readonly total: TotalReport;
  readonly sheets: readonly SheetReport[];
  readonly tools: readonly ToolReport[];
  readonly codes: readonly CodeReport[];
  readonly leftOut: readonly PassedOver[];
  readonly costLimits: CostLimits | null;
  readonly recheck: RecheckReport | null;
  readonly findings: readonly FindingStanding[];
}

/** US dollars; `null`: no limit. */
export interface CostLimits {
  readonly perSheetUsd: number | null;
  readonly perJobUsd: number | null;
}

export interface SheetReport extends Numbers {
  readonly id: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly state: FixOutcome["state"];
  /** Of a result that did not land. */
  readonly unlanded: Pick<Numbers, "fixed" | "remaining" | "introduced"> | null;
  readonly attempts: number;
  /** Empty: none, or unknown. */
  readonly agents: readonly string[];
  readonly commit: string | null;
  /** `null`: none, or unknown. */
  readonly alsoChanged: AlsoChanged | null;
  /** `null`: unknown. */
  readonly costUsd: number | null;
  readonly tookMs: number | null;
  readonly why: string | null;
}

export interface ToolReport extends Numbers {
  readonly name: string;
  readonly version: string | null;
  readonly found: number;
}

export interface TotalReport extends Numbers {
  readonly found: number;
  readonly sheets: number;
  readonly files: number;
  /** Files of sheets with at least one fix. */
  readonly filesFixed: number;
  readonly attempts: number;
  /** `null`: unknown for a sheet. */
  readonly costUsd: number | null;
  readonly knownCostUsd: number;
  readonly unknownCosts: number;
  readonly tookMs: number | null;
  /** The sum over sheets, which may run in parallel. */
  readonly workMs: number;
}

export interface Recheck {
  /** `null`: a folder outside of git. */
  readonly commit: string | null;
  readonly tools: readonly RecheckedTool[];
}

/** The findings of a failed tool are unknown. */
export type RecheckedTool =
  | ({ readonly kind: "read"; readonly tool: string } & Comparison)
  | { readonly kind: "failed"; readonly tool: string; readonly why: string };

/** `asked` = `fixed` + `remaining` + `gone` + `unknown`. */
export interface Numbers {
  readonly asked: number;
  /** On the target. */
  readonly fixed: number;
  readonly remaining: number;
  /** Already gone when the sheet began. */
  readonly gone: number;
  /** Landed, but not measured. */
  readonly unknown: number;
  /** On the target. */
  readonly introduced: number;
}

export interface CodeReport extends Numbers {
  readonly tool: string;
  readonly code: string;
}

/** Numbers of the tools that ran; the others are in `failed`. */
export interface RecheckReport {
  readonly commit: string | null;
  readonly fixed: number;
  readonly remaining: number;
  /** Requested ones. */
  readonly askedRemaining: number;
  readonly introduced: number;
  /** Their findings are unknown. */
  readonly failed: readonly { readonly tool: string; readonly why: string }[];
}

/** One finding, or several of one kind if it is unknown which. */
export interface FindingStanding {
  readonly state: "introduced" | "remaining" | "fixed";
  readonly finding: Finding;
  /** How many findings it counts for. */
  readonly count: number;
  /** Empty: unknown. */
  readonly files: readonly string[];
  readonly isAsked: boolean;
}
