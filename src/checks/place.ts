import type { FileChange } from "../base/line-move.ts";
import type { Finding } from "../findings/finding.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { Validation } from "../score/plan/rule.ts";
import type { Cleaner, RunProcess } from "../process/process.ts";
import type { Usage } from "../sheet/cost/usage.ts";
import type { Review, ValidationResult } from "../sheet/verdict.ts";
import type { Memory } from "./memory.ts";

export interface CheckPlace {
  readonly folder: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** Paths that are there but were not captured; folders end in `/` (raw bytes as latin1). */
  readonly leftOut: readonly string[];
  readonly cancel: AbortSignal;
  readonly since: SinceBase;
  readonly agents: Agents;
  /** A file for what a validation prints, by its place in the list. */
  readonly keepOutput: (index: number) => Promise<KeptOutput>;
}

/** The agent whose work it is, and others that look at it. */
interface Agents {
  /** The author's last words. */
  readonly answer: () => Promise<string>;
  readonly judge: (request: JudgeRequest) => Promise<Judgement>;
  readonly author: () => Promise<AgentPlan>;
  /** All agents of the sheet. */
  readonly cast: readonly AgentPlan[];
  /** The author's task. */
  readonly task: () => Promise<string>;
  /** A reviewer's earlier answer on this change; `null`: none. */
  readonly reviewed: Review | null;
}

/** The result compared with what it started from. */
export interface SinceBase {
  readonly base: string;
  /** Fingerprints of the workspace's files from before the agent ran; see `recordBefore`. `null`: not recorded. */
  readonly before: ReadonlyMap<string, string> | null;
  /** Between the base and the result (raw bytes as latin1). */
  readonly changedPaths: () => Promise<readonly string[]>;
  readonly unchangedSince: (ref: string, path: string) => Promise<Comparison>;
  /** The tool's findings in these files at the base, with the same configuration; `null`: not asked. */
  readonly foundBefore: (tool: AskedTool, files: readonly string[]) => Promise<readonly Finding[] | null>;
  /** By the file's name at the base. */
  readonly lineChanges: () => Promise<ReadonlyMap<string, FileChange>>;
  /** The same from where the result parted from a revision; `null`: there is no such place. */
  readonly lineChangesSince: (revision: string) => Promise<ReadonlyMap<string, FileChange> | null>;
  readonly atBase: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
}

/** A place in which one validation runs. */
export interface RunPlace extends Omit<CheckPlace, "keepOutput"> {
  readonly keepOutput: () => Promise<KeptOutput>;
}

export interface KeptOutput {
  readonly path: string;
  readonly cleaner: () => Cleaner;
}

export type Comparison = { readonly kind: "yes" | "no" } | { readonly kind: "unknown"; readonly why: string };

export interface JudgeRequest {
  readonly agent: AgentPlan;
  readonly prompt: string;
  readonly timeoutMs: number;
  /** Where what the judge prints is kept. */
  readonly log: string;
  /** Names the folder with its prompt; absent: `judge`. */
  readonly purpose?: "review" | "choice";
}

export type Judgement = (
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string }
) & {
  /** `null`: unknown; absent: it costs nothing. */
  readonly usage?: Usage | null;
};

export interface CheckParts {
  readonly run: RunProcess;
  readonly wait: Wait;
  /** The reports of tools on bases. */
  readonly memory: Memory;
}

/** Ends after the delay, or when cancelled. */
export type Wait = (delayMs: number, cancel: AbortSignal) => Promise<void>;

export interface AskedTool {
  readonly tool: string;
  readonly command: { readonly argv: readonly string[] };
  /** In gitignore syntax. */
  readonly configs: readonly string[];
}

export type Outcome =
  | ({ readonly kind: "passed" } & Pick<ValidationResult, "findings" | "review" | "usage">)
  | ({ readonly kind: "failed" } & Failure & Pick<ValidationResult, "partly" | "findings" | "review" | "usage">);

/** For people and agents; the first line of the reason can stand alone. */
export interface Failure {
  readonly reason: string;
  readonly hint?: string;
  /** The file with all that was printed. */
  readonly log?: string;
}

/** `undefined`: it passes. */
export type RunCheck<Kind extends Validation["kind"]> = (
  check: Extract<Validation, { readonly kind: Kind }>,
  place: RunPlace,
  parts: CheckParts,
) => Promise<Failure | Outcome | undefined>;
