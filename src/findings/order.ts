import type { Finding } from "./finding.ts";

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
