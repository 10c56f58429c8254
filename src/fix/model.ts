import type { FindingCounts } from "../findings/counts.ts";
import type { Finding, Severity } from "../findings/finding.ts";
import type { FindingsFormat } from "../score/rules/findings.ts";
import type { Strategy } from "../score/plan/agents/strategy.ts";

export type { Tally } from "../findings/tally.ts";
export type { Strategy } from "../score/plan/agents/strategy.ts";

/** A tool of a project, ready to run in any checkout. */
export interface PreparedTool {
  readonly name: string;
  /** Relative to the top; `""`: the top. Tools with one name have separate folders. */
  readonly folder: string;
  /** Files, or `everything`, follow. Absolute if it lies in the user's checkout. */
  readonly argv: readonly [string, ...string[]];
  readonly everything: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly format: FindingsFormat;
  readonly reach: "file" | "project";
  /** In gitignore syntax, relative to its folder. */
  readonly looksAt: readonly string[];
  readonly fixArgv: readonly [string, ...string[]] | null;
  readonly silencers: readonly string[];
  /** Its configuration file, relative to the top. */
  readonly config: string | null;
  /** For `--explain`. */
  readonly because: string;
  readonly foundBy: string;
  /** `null`: unknown. */
  readonly version: string | null;
  readonly timeoutMs: number;
}

export type Collected =
  | {
      readonly kind: "read";
      readonly tool: PreparedTool;
      readonly findings: readonly Finding[];
      readonly tookMs: number;
    }
  | { readonly kind: "failed"; readonly tool: PreparedTool; readonly why: string; readonly tookMs: number };

export interface Scope {
  /** Files, directories or globs; empty: all. */
  readonly paths: readonly string[];
  /** `--changed`, `--staged`, `--since`; `null`: any file. */
  readonly only: ReadonlySet<string> | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `code` or `tool:code`, `*` at the end matches any rest; empty: all. */
  readonly codes: readonly string[];
  readonly ignore: readonly string[];
  /** The least severity; `null`: any, or none. */
  readonly severity: Severity | null;
  readonly maxFiles: number | null;
  readonly maxFindings: number | null;
  readonly maxPerSheet: number | null;
  /** All files of the project; absent: any file that a tool names. */
  readonly known?: ReadonlySet<string>;
  /** Files with uncommitted changes. */
  readonly dirty: ReadonlySet<string>;
  readonly takesDirty: boolean;
}

export type Grouping =
  | { readonly by: "file"; readonly filesPerSheet: number }
  | { readonly by: "code" }
  | { readonly by: "directory" };

export interface Group {
  readonly id: string;
  /** For people and commits: a file, a directory or a rule. */
  readonly name: string;
  /** Sorted, at least one. */
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
  readonly fixable: number;
}

/** Skipped findings: always reported. */
export interface PassedOver {
  readonly why:
    | "dirty"
    | "path"
    | "excluded"
    | "code"
    | "ignored"
    | "severity"
    | "no-file"
    | "outside"
    | "max-files"
    | "max-findings"
    | "max-per-sheet"
    | "no-fix"
    | "job-full";
  readonly findings: number;
  readonly files: readonly string[];
}

export interface FixRecord {
  readonly version: 1;
  /** The commit of the findings; `null`: a folder as it was. */
  readonly commit: string | null;
  readonly tools: readonly PreparedTool[];
  /** All of the project, also outside of sheets. */
  readonly findings: readonly Finding[];
  readonly leftOut: readonly PassedOver[];
  readonly sheets: readonly FixSheet[];
  readonly ignore: readonly string[];
  /** Tools that failed or could not run: their findings are unknown. */
  readonly broken?: readonly { readonly tool: string; readonly why: string }[] | undefined;
  /** Its tools are those of an image: none of them runs on this machine. */
  readonly isInImage?: true | undefined;
  /** Too many findings: only those of sheets are kept. */
  readonly isCut?: true | undefined;
}

export interface FixSheet {
  readonly id: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly asked: readonly { readonly tool: string; readonly code: string; readonly count: number }[];
  /** Of the first prompt; later ones say more. */
  readonly strategy: Strategy;
  readonly hasAutofix: boolean;
}

export interface FixOutcome {
  readonly sheet: string;
  /** `undone`: reverted after landing. `blocked`: a dependency failed. */
  readonly state: "landed" | "undone" | "done" | "failed" | "cancelled" | "skipped" | "blocked" | "open";
  /** Changes of its attempts stay in the folder. */
  readonly isInPlace?: true;
  /** Of the result that landed, else of the last verified one; `null`: none was verified. */
  readonly counts: readonly FindingCounts[] | null;
  readonly attempts: number;
  readonly commit: string | null;
  readonly costUsd: number | null;
  readonly tookMs: number | null;
  readonly why: string | null;
  /** Each agent once, in order; absent: unknown. */
  readonly agents?: readonly string[];
  /** From the first attempt to the last event, epoch ms. */
  readonly span?: { readonly from: number; readonly to: number };
  /** Finished attempts without a known cost. */
  readonly unknownCosts?: number;
  /** Other files that its commit changed; absent: unknown. */
  readonly alsoChanged?: AlsoChanged;
}

export interface AlsoChanged {
  readonly count: number;
  readonly files: readonly string[];
}
