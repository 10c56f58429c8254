/** One problem that a quality tool reports. */
export interface Finding {
  /** Which one, as the catalogue or the user names it. */
  readonly tool: string;
  /** Relative to the folder the tool ran in, as far as the tool says so; empty when it names no file. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** The rule, as the tool names it. */
  readonly code: string | null;
  readonly message: string;
  readonly severity: Severity | null;
  /** The tool says that it can mend this by itself. */
  readonly fixable: boolean;
}

export type Severity = "error" | "warning" | "info";

/** What a tool's output says. What can't be read is not the same as nothing found. */
export type Reading =
  | { readonly kind: "read"; readonly findings: readonly Finding[] }
  | { readonly kind: "unreadable"; readonly why: string };
