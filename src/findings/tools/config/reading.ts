import { shownText } from "../../../base/shown-text.ts";
import type { Finding, Reading } from "../../finding.ts";
import type { ToolOutput } from "../../tool.ts";

/** The tool did not do its work: what it says of that is all there is. */
export function broken({ stdout, stderr, code }: ToolOutput, what?: string): Reading {
  const said = shownText(pointOf(stderr.trim() === "" ? stdout : stderr), 300);
  const exited = what ?? `it exited with ${String(code)}`;
  return { kind: "unreadable", why: said === "" ? exited : `${exited}: ${said}` };
}

/** Of a traceback the end: what went wrong stands there. */
function pointOf(text: string): string {
  return text.includes("Traceback (most recent call last)") ? text.trimEnd().split("\n").slice(-2).join("\n") : text;
}

/** Findings, unless there are none although the tool's code says that there are. */
export function found(output: ToolOutput, findings: readonly Finding[]): Reading {
  return findings.length === 0 && output.code !== 0
    ? broken(output, `it exited with ${String(output.code)} without a finding`)
    : { kind: "read", findings };
}

/** `undefined`: it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A rule without a name is none. */
export function codeIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A line or column of a tool that counts from `first`; what lies before it is no place. */
export function counted(value: unknown, first: 0 | 1): number | null {
  return Number.isSafeInteger(value) && Number(value) >= first ? Number(value) + 1 - first : null;
}

/** The same thing said twice of the same place, as by tools that look at a file once for each target it is part of. */
export function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...seen.values()];
}
