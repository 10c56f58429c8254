import type { Finding } from "../../findings/finding.ts";
import type { Collected, PreparedTool } from "../model.ts";

/** Whether a tool said a finding. */
export type SaidBy = (tool: PreparedTool, finding: Finding) => boolean;

/**
 * Of several tools with one name, each in its folder, those that said it: where a finding lies does not tell, as the
 * compiler of one project reports what is wrong in the files of another that it reads. Several may say the same.
 */
export function saidBy(collected: readonly Collected[]): SaidBy {
  const byName = Map.groupBy(readOf(collected), ({ tool }) => tool.name);
  const said = new Map<PreparedTool, ReadonlySet<string>>();
  for (const same of byName.values()) {
    // One that is alone said all that goes by its name.
    if (same.length > 1) for (const { tool, findings } of same) said.set(tool, new Set(findings.map(keyOf)));
  }
  // Each is asked about once for each tool.
  const keys = new WeakMap<Finding, string>();
  const known = (finding: Finding): string => {
    const key = keys.get(finding) ?? keyOf(finding);
    keys.set(finding, key);
    return key;
  };
  return (tool, finding) => finding.tool === tool.name && said.get(tool)?.has(known(finding)) !== false;
}

/**
 * What all tools said; what several of one name said alike is one finding. A tool that says the same twice means two.
 */
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
