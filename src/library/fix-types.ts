import type { ConnectOptions } from "./connect.ts";
import type { Cancellation } from "./execute-types.ts";

/** What `tutti fix` takes; what is left out comes from `.tutti/fix.yaml` and the settings. */
export interface FixOptions extends Pick<ConnectOptions, "home" | "start" | "notice"> {
  /** In the repository to fix; default: the current one. */
  readonly folder?: string;
  /** Files, folders or globs below the folder; default: all. */
  readonly paths?: readonly string[];
  readonly tools?: readonly string[];
  /** Only these rules: `code` or `tool:code`. */
  readonly codes?: readonly string[];
  readonly ignore?: readonly string[];
  readonly severity?: "error" | "warning" | "info";
  /** Only files that were changed since the merge base with this branch. */
  readonly since?: string;
  readonly maxFiles?: number;
  readonly maxFindings?: number;
  readonly group?: "file" | "code" | "directory";
  /** Whether tools fix what they can by themselves first; default: yes. */
  readonly autofix?: boolean;
  /** Asks no agent. */
  readonly autofixOnly?: boolean;
  /** Lands the fixes in a file although some of its findings remain. */
  readonly partial?: boolean;
  /** When the project's tests run on merged results. */
  readonly tests?: "full" | "quick" | "final" | "none";
  readonly testCommand?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly fallbacks?: readonly string[];
  readonly attempts?: number;
  /** How many sheets run at once, 1 to 32; default: 4. */
  readonly workers?: number;
  readonly timeoutMs?: number;
  readonly maxCostUsd?: number;
  readonly target?: string;
  readonly signal?: Cancellation;
}
