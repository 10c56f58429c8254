import type { FileChange } from "../base/line-move.ts";
import type { Finding } from "../findings/finding.ts";
import type { FindingCounts } from "../findings/counts.ts";
import type { AgentPlan } from "../score/plan/agent-plan.ts";
import type { Validation } from "../score/plan/rule.ts";
import type { RunProcess } from "../process/process.ts";
import type { ValidationResult } from "../sheet/verdict.ts";
import type { Memory } from "./memory.ts";

/** Where validations look, and whom they ask what the files alone don't tell. */
export interface CheckPlace {
  /** The context's folder. */
  readonly folder: string;
  /** The job's folder for outputs. */
  readonly workspace: string;
  /** What commands get, before what they ask for themselves. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Paths that are there but were not captured, folders ending in `/`: what lies there won't land (raw bytes as
   * latin1).
   */
  readonly leftOut: readonly string[];
  readonly cancel: AbortSignal;
  /** Fingerprints of files of the workspace from before the agent ran, by their paths below it; see `recordBefore`. */
  readonly before: ReadonlyMap<string, string>;
  /** Whether `before` was recorded at all: without it, no file's absence from it means anything. */
  readonly hasBefore: boolean;
  /** Paths that differ between the sheet's base and its result (raw bytes as latin1). */
  readonly changedPaths: () => Promise<readonly string[]>;
  /** Whether a path of the context is as git's `ref` has it. */
  readonly unchangedSince: (ref: string, path: string) => Promise<Comparison>;
  /** The commit that the sheet started from, as git names it. */
  readonly base: string;
  /**
   * What the tool said of these files when they were the same as at the base, under the same configuration; `null`:
   * nobody asked it.
   */
  readonly foundBefore: (tool: AskedTool, files: readonly string[]) => Promise<readonly Finding[] | null>;
  /** What became of the lines of each file since then, by its name there as text. */
  readonly lineChanges: () => Promise<ReadonlyMap<string, FileChange>>;
  /** Runs `work` in a checkout of the sheet's base. */
  readonly atBase: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Runs an agent in the context and gives what it printed. */
  readonly judge: (request: JudgeRequest) => Promise<Judgement>;
}

export type Comparison = { readonly kind: "yes" | "no" } | { readonly kind: "unknown"; readonly why: string };

export interface JudgeRequest {
  readonly agent: AgentPlan;
  readonly prompt: string;
  readonly timeoutMs: number;
}

export type Judgement =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string };

/** What validations are run with. */
export interface CheckParts {
  readonly run: RunProcess;
  readonly wait: Wait;
  /** What tools said of bases. */
  readonly memory: Memory;
}

/** Ends after the delay, or as soon as it is cancelled. */
export type Wait = (delayMs: number, cancel: AbortSignal) => Promise<void>;

/** Which tool is asked, and how. */
export interface AskedTool {
  readonly tool: string;
  readonly command: { readonly argv: readonly string[] };
  /** What it is configured by, in gitignore syntax. */
  readonly configs: readonly string[];
}

/** What a validation says of a result. */
export type Outcome =
  | { readonly kind: "passed"; readonly findings?: FindingCounts }
  | ({ readonly kind: "failed" } & Failure & Pick<ValidationResult, "partly" | "findings">);

/** Why a validation does not pass, for people and agents; the first line of the reason can stand alone. */
export interface Failure {
  readonly reason: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** Runs validations of a kind. Nothing: it passes. */
export type RunCheck<Kind extends Validation["kind"]> = (
  check: Extract<Validation, { readonly kind: Kind }>,
  place: CheckPlace,
  parts: CheckParts,
) => Promise<Failure | Outcome | undefined>;
