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
  /** The tool says that it can fix this by itself. */
  readonly fixable: boolean;
}

export type Severity = "error" | "warning" | "info";

/** The findings in a tool's output. Unreadable output is not the same as no findings. */
export type Reading =
  | { readonly kind: "read"; readonly findings: readonly Finding[] }
  | { readonly kind: "unreadable"; readonly why: string };

const words: Readonly<Record<string, Severity>> = {
  error: "error",
  fatal: "error",
  "fatal error": "error",
  err: "error",
  failure: "error",
  critical: "error",
  blocker: "error",
  high: "error",
  warning: "warning",
  warn: "warning",
  medium: "warning",
  moderate: "warning",
  major: "warning",
  note: "info",
  notice: "info",
  info: "info",
  information: "info",
  style: "info",
  hint: "info",
  suggestion: "info",
  convention: "info",
  refactor: "info",
  minor: "info",
  low: "info",
  none: "info",
};

/** The severity that a tool's own word means; `null`: none, or an unknown word. */
export function severityOf(word: string | null): Severity | null {
  const known = word?.trim().toLowerCase() ?? "";
  return Object.hasOwn(words, known) ? (words[known] ?? null) : null;
}

/** By file and line, then by all the rest: findings that are equal here are equal. */
export function inOrder(one: Finding, other: Finding): number {
  return (
    byText(one.file, other.file) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    byText(one.tool, other.tool) ||
    byText(one.code ?? "", other.code ?? "") ||
    byText(one.message, other.message) ||
    byText(one.severity ?? "", other.severity ?? "") ||
    Number(one.fixable) - Number(other.fixable)
  );
}

/** By code units: the same on every machine. */
function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Whether a finding is of one of these rules: each is `code` or `tool:code`, and `*` at the end stands for any rest.
 * `tool:` alone are those that the tool gives no code. Codes may hold colons themselves, so nothing is taken apart.
 */
export function ofCodes(codes: readonly string[]): (finding: Pick<Finding, "tool" | "code">) => boolean {
  const starts = codes.flatMap((written) => (written.endsWith("*") ? [written.slice(0, -1)] : []));
  const whole = new Set(codes.filter((written) => !written.endsWith("*")));
  return ({ tool, code }) => {
    const names = [`${tool}:${code ?? ""}`, ...(code === null ? [] : [code])];
    return names.some((name) => whole.has(name) || starts.some((start) => name.startsWith(start)));
  };
}

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Whether it is at least as bad; one that says no severity is only where any will do. */
export function isAtLeast(severity: Severity | null, least: Severity | null): boolean {
  return least === null || (severity !== null && ranks[severity] >= ranks[least]);
}
