import type { FindingCounts } from "../findings/counts.ts";
import type { Finding, Severity } from "../findings/finding.ts";
import type { FindingsFormat } from "../score/rules/findings.ts";
import type { Strategy } from "../score/plan/strategy.ts";

export type { Tally } from "../findings/tally.ts";
export type { Strategy } from "../score/plan/strategy.ts";

/** A tool of one project, found and ready to be run in any checkout of it. */
export interface PreparedTool {
  readonly name: string;
  /**
   * Where it runs, relative to the top; `""`: at the top. Several may have one name, each with a folder that does not
   * lie in another's.
   */
  readonly folder: string;
  /** Program and arguments; the files, or `everything`, stand behind. Absolute where it lies in the user's checkout. */
  readonly argv: readonly [string, ...string[]];
  readonly everything: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly format: FindingsFormat;
  readonly reach: "file" | "project";
  /** In gitignore syntax, as seen from its folder. */
  readonly looksAt: readonly string[];
  /** Fixes what it can, in place. */
  readonly fixArgv: readonly [string, ...string[]] | null;
  readonly silencers: readonly string[];
  /** The file that it is configured by, relative to the top. */
  readonly config: string | null;
  /** Why it is run, and how it was found: for `--explain`. */
  readonly because: string;
  readonly foundBy: string;
  /** `null`: it does not tell. */
  readonly version: string | null;
  readonly timeoutMs: number;
}

/** The result of one tool for the whole project; a failed one has no findings. */
export type Collected =
  | {
      readonly kind: "read";
      readonly tool: PreparedTool;
      readonly findings: readonly Finding[];
      readonly tookMs: number;
    }
  | { readonly kind: "failed"; readonly tool: PreparedTool; readonly why: string; readonly tookMs: number };

/** Which of the findings are to be fixed. */
export interface Scope {
  /** Files, directories or globs below the top; empty: everywhere. */
  readonly paths: readonly string[];
  /** Only these files: what changed, is staged, or differs from a branch; `null`: any. */
  readonly only: ReadonlySet<string> | null;
  /** In gitignore syntax; empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `code` or `tool:code`, `*` at the end stands for any rest; empty: all. */
  readonly codes: readonly string[];
  readonly ignore: readonly string[];
  /** At least as bad as this; `null`: any, also those that say no severity. */
  readonly severity: Severity | null;
  readonly maxFiles: number | null;
  readonly maxFindings: number | null;
  readonly maxPerSheet: number | null;
  /** All files of the project; absent: any file that a tool names. */
  readonly known?: ReadonlySet<string>;
  /** Files with uncommitted changes, and whether they are taken all the same. */
  readonly dirty: ReadonlySet<string>;
  readonly takesDirty: boolean;
}

export type Grouping =
  | { readonly by: "file"; readonly filesPerSheet: number }
  | { readonly by: "code" }
  | { readonly by: "directory" };

/** The findings of one sheet. */
export interface Group {
  /** The sheet's id. */
  readonly id: string;
  /** For people and for commits: a file, a directory, or a rule. */
  readonly name: string;
  /** Sorted, at least one. */
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
  /** How many of its findings a tool says it can fix by itself. */
  readonly fixable: number;
}

/** Skipped findings and why: always shown. */
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
  /** Some of them, for people. */
  readonly files: readonly string[];
}

/** The record of a job of `tutti fix`. */
export interface FixRecord {
  readonly version: 1;
  /** The commit that the findings are of; `null`: the folder as it was, outside of git. */
  readonly commit: string | null;
  readonly tools: readonly PreparedTool[];
  /** Every finding of the whole project, also those that no sheet is about. */
  readonly findings: readonly Finding[];
  readonly leftOut: readonly PassedOver[];
  readonly sheets: readonly FixSheet[];
  /** Codes that do not count. */
  readonly ignore: readonly string[];
  /** Tools that broke, or that the project wants and could not be run: what they would find is not known. */
  readonly broken?: readonly { readonly tool: string; readonly why: string }[] | undefined;
  /** There are so many findings that only those are kept which sheets are about. */
  readonly isCut?: true | undefined;
}

export interface FixSheet {
  readonly id: string;
  readonly name: string;
  readonly files: readonly string[];
  /** How many it was asked to fix, by tool and code. */
  readonly asked: readonly { readonly tool: string; readonly code: string; readonly count: number }[];
  /** How much the first prompt says; each later one says more. */
  readonly strategy: Strategy;
  readonly hasAutofix: boolean;
}

/** What became of one sheet, as verification measured it. */
export interface FixOutcome {
  readonly sheet: string;
  /** `undone`: it landed, and was reverted since. `blocked`: it is not tried, because another failed. */
  readonly state: "landed" | "undone" | "done" | "failed" | "cancelled" | "skipped" | "blocked" | "open";
  /** It works in the folder itself: the changes of its attempts stay there. */
  readonly isInPlace?: true;
  /** Of the result that counts: what landed, else the last that was looked at; `null`: nothing was looked at. */
  readonly counts: readonly FindingCounts[] | null;
  readonly attempts: number;
  readonly commit: string | null;
  readonly costUsd: number | null;
  readonly tookMs: number | null;
  readonly why: string | null;
  /** Who worked on it, in order, each once; absent: not known. */
  readonly agents?: readonly string[];
  /** From its first attempt to its end so far, in milliseconds of the epoch; absent: not known. */
  readonly span?: { readonly from: number; readonly to: number };
  /** Attempts that ended and did not say what they cost; absent: not known. */
  readonly unknownCosts?: number;
  /** Other files that its commit changed; absent: nothing landed, or not known. */
  readonly alsoChanged?: AlsoChanged;
}

export interface AlsoChanged {
  readonly count: number;
  /** Some of them, for people. */
  readonly files: readonly string[];
}
