import type { Finding } from "../../findings/finding.ts";
import type { Collected, PreparedTool } from "../model.ts";

export type SaidBy = (tool: PreparedTool, finding: Finding) => boolean;

/**
 * Which of several tools with one name reported a finding. Its place does not tell: the compiler of one project reports
 * errors in files of another. Several may report the same.
 */
export function saidBy(collected: readonly Collected[]): SaidBy {
  const byName = Map.groupBy(readOf(collected), ({ tool }) => tool.name);
  const said = new Map<PreparedTool, ReadonlySet<string>>();
  for (const same of byName.values()) {
    // A tool with a unique name reported all findings of that name.
    if (same.length > 1) for (const { tool, findings } of same) said.set(tool, new Set(findings.map(keyOf)));
  }
  // Each finding is looked up once per tool.
  const keys = new WeakMap<Finding, string>();
  const known = (finding: Finding): string => {
    const key = keys.get(finding) ?? keyOf(finding);
    keys.set(finding, key);
    return key;
  };
  return (tool, finding) => finding.tool === tool.name && said.get(tool)?.has(known(finding)) !== false;
}

/** Findings that several tools of one name share count once; those that one tool repeats count each time. */
export function allFindings(collected: readonly Collected[]): readonly Finding[] {
  const heard = new Set<string>();
  const names = Map.groupBy(readOf(collected), ({ tool }) => tool.name);
  return readOf(collected).flatMap(({ tool, findings }) => {
    if (names.get(tool.name)?.length === 1) return findings;
    const own = findings.filter((finding) => !heard.has(keyOf(finding)));
    for (const finding of findings) heard.add(keyOf(finding));
    return own;
  });
}

function readOf(collected: readonly Collected[]): readonly Extract<Collected, { readonly kind: "read" }>[] {
  return collected.flatMap((one) => (one.kind === "read" ? [one] : []));
}

function keyOf({ tool, file, line, column, code, message }: Finding): string {
  return JSON.stringify([tool, file, line, column, code, message]);
}
