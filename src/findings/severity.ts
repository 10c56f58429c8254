import type { Severity } from "./finding.ts";

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

/** What a tool's own word for it means; `null`: it says none, or one that nobody knows. */
export function severityOf(word: string | null): Severity | null {
  const known = word?.trim().toLowerCase() ?? "";
  return Object.hasOwn(words, known) ? (words[known] ?? null) : null;
}
