import type { FileMove } from "../../base/line-move.ts";
import { compareFindings } from "../../findings/compare/compare.ts";
import { type Finding, ofCodes } from "../../findings/finding.ts";
import { shownTool } from "../tool-folder.ts";
import type { Collected, FixRecord } from "../model.ts";
import { allFindings } from "../choose/reported-by.ts";
import type { Recheck, RecheckReport } from "../report/shape.ts";

interface Looked {
  readonly commit: string | null;
  readonly collected: readonly Collected[];
  /** `null`: the file did not change since the record's commit. */
  readonly moves: (file: string) => FileMove | null;
}

export function recheckOf(record: FixRecord, { commit, collected, moves }: Looked): Recheck {
  const isIgnored = ofCodes(record.ignore);
  const tools = together(collected).map((one): Recheck["tools"][number] => {
    const { name } = one.tool;
    if (one.kind === "failed") return { kind: "failed", tool: name, why: one.why };
    const before = record.findings.filter(({ tool }) => tool === name);
    const comparison = compareFindings(before, one.findings, moves);
    return {
      kind: "read",
      tool: name,
      ...comparison,
      introduced: comparison.introduced.filter((finding) => !isIgnored(finding)),
    };
  });
  return { commit, tools };
}

export function recheckReport(record: FixRecord, { commit, tools }: Recheck): RecheckReport {
  const read = tools.flatMap((one) => (one.kind === "read" ? [one] : []));
  const remaining = read.flatMap((one) => one.remaining.map(([before]) => before));
  const heard = new Set(tools.map(({ tool }) => tool));
  return {
    commit,
    fixed: read.reduce((sum, one) => sum + one.fixed.length, 0),
    remaining: remaining.length,
    askedRemaining: askedAmong(record, remaining),
    introduced: read.reduce((sum, one) => sum + one.introduced.length, 0),
    failed: [
      ...tools.flatMap((one) => (one.kind === "failed" ? [{ tool: one.tool, why: one.why }] : [])),
      ...[...new Set(record.tools.map(({ name }) => name))].flatMap((tool) =>
        heard.has(tool) ? [] : [{ tool, why: "it was not run" }],
      ),
    ],
  };
}

/** Sheets record how many of a kind were requested, not which: as many as were not requested may remain. */
function askedAmong(record: FixRecord, remaining: readonly Finding[]): number {
  const kinds = new Map<string, { asked: number; readonly files: Set<string> }>();
  for (const { asked, files } of record.sheets) {
    for (const { tool, code, count } of asked) {
      const key = kindOf(tool, code);
      const kind = kinds.get(key) ?? { asked: 0, files: new Set<string>() };
      kind.asked += count;
      for (const file of files) kind.files.add(file);
      kinds.set(key, kind);
    }
  }
  const before = Map.groupBy(record.findings, ({ tool, code }) => kindOf(tool, code ?? ""));
  const now = Map.groupBy(remaining, ({ tool, code }) => kindOf(tool, code ?? ""));
  let sum = 0;
  for (const [key, { asked, files }] of kinds) {
    const within = (findings: readonly Finding[] | undefined): number =>
      findings?.filter(({ file }) => files.has(file)).length ?? 0;
    const spared = Math.max(0, within(before.get(key)) - asked);
    sum += Math.min(asked, Math.max(0, within(now.get(key)) - spared));
  }
  return sum;
}

export function kindOf(tool: string, code: string): string {
  return JSON.stringify([tool, code]);
}

/** Tools of one name together; if one failed, their findings are unknown. */
export function together(collected: readonly Collected[]): readonly Collected[] {
  return [...Map.groupBy(collected, ({ tool }) => tool.name).values()].flatMap((same): readonly Collected[] => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    const tookMs = same.reduce((sum, one) => sum + one.tookMs, 0);
    const failures = same.flatMap((one) => (one.kind === "failed" ? [`${shownTool(one.tool)}: ${one.why}`] : []));
    if (failures.length > 0) return [{ kind: "failed", tool: first.tool, why: failures.join("; "), tookMs }];
    return [{ kind: "read", tool: first.tool, findings: allFindings(same), tookMs }];
  });
}
