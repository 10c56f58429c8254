import type { ConnectOptions } from "./connect.ts";
import type { Cancellation } from "./execute-types.ts";

export interface PlanOptions extends Pick<ConnectOptions, "home" | "start" | "notice"> {
  /** In the repository to plan for; default: the current one. */
  readonly folder?: string;
  /** Who plans; default: `agent`. */
  readonly planner?: string;
  /** Who does the tasks of the plan; default: the setting `agents.default`. */
  readonly agent?: string;
  readonly model?: string;
  readonly fallbacks?: readonly string[];
  /** Takes the usual steps of such a project instead of asking an agent. */
  readonly template?: "cli" | "library" | "web" | "data" | "script";
  /** Commands that must succeed on every result; default: the setting `task.validations`. */
  readonly validations?: readonly string[];
  readonly review?: string | boolean;
  /** The branch to plan for and to land on; default: the one that is checked out. */
  readonly target?: string;
  /** Of the planner, and of each task. */
  readonly timeoutMs?: number;
  readonly maxCostUsd?: number;
  /** Of the plan and its job. */
  readonly name?: string;
  readonly signal?: Cancellation;
}

export interface PlannedTask {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kind: string;
  readonly after: readonly string[];
  readonly files: readonly { readonly path: string; readonly new: boolean }[];
  readonly criteria: readonly { readonly text: string; readonly command?: string | undefined }[];
  readonly covers: readonly string[];
}

/** A plan that was checked against the repository; nothing was done yet. */
export interface PlanResult {
  readonly goal: string;
  readonly requirements: readonly { readonly id: string; readonly text: string }[];
  readonly tasks: readonly PlannedTask[];
  /** Tasks that write the same files: the second waits for the first. */
  readonly overlaps: readonly { readonly first: string; readonly second: string; readonly files: readonly string[] }[];
  /** As YAML, for a file and `tutti run`, or for `job.submit`. */
  readonly score: string;
}
