import type { SheetId } from "../base/ids.ts";

/** What a score asks for, whichever way it was written: every front end ends here. */
export interface Plan {
  readonly name: string;
  readonly sheets: readonly SheetPlan[];
  /** Branch the results land on; `null`: the branch checked out when the job starts. */
  readonly target: string | null;
  readonly isolation: IsolationMode;
  /** How many sheets may run at once when the command line does not say. */
  readonly parallel: number;
  /** Run a sheet's validations again on the merged tree when the target moved since its base. */
  readonly revalidate: boolean;
  /** The job's folder for outputs, absolute; `null`: a folder in Tutti's home. */
  readonly workspace: string | null;
}

export type IsolationMode = "clone" | "worktree";

export interface SheetPlan {
  readonly id: SheetId;
  /** One line for people and for the commit's subject. */
  readonly title: string;
  readonly prompt: string;
  /** Sheets that must have landed (or be done, or skipped) before this one starts. */
  readonly after: readonly SheetId[];
  readonly agent: AgentPlan;
  readonly validations: readonly Validation[];
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  /** End an agent that printed nothing for this long; `null`: never. */
  readonly idleMs: number | null;
}

export type AgentPlan =
  | { readonly kind: "command"; readonly argv: readonly [string, ...string[]]; readonly prompt: PromptDelivery; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: "scripted" };

/** How a command agent gets its prompt: on stdin, as the last argument, or as the path of a file as the last argument. */
export type PromptDelivery = "stdin" | "argument" | "file";

/** A rule the result must meet. Paths are relative to the context. */
export type Validation =
  | { readonly kind: "file_exists"; readonly path: string; readonly description: string }
  | { readonly kind: "content_contains"; readonly path: string; readonly text: string; readonly description: string }
  | { readonly kind: "content_regex"; readonly path: string; readonly pattern: string; readonly description: string }
  | { readonly kind: "command_succeeds"; readonly argv: readonly [string, ...string[]]; readonly timeoutMs: number; readonly description: string };

export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Attempts that finish partly done work, counted apart from the others. */
  readonly completions: number;
  /** Share of validations, 0 to 1, from which partly done work is completed instead of begun again. */
  readonly completionThreshold: number;
  /** How often a conflict on landing sends the sheet back to its agent. */
  readonly conflicts: number;
}
