import type { Finding } from "../../../findings/finding.ts";
import type { RuleTerms } from "../../../score/plan/rule.ts";
import type { ReviewRule } from "../../../score/rules/judged/review.ts";
import { findingsOfResult } from "../findings/run.ts";
import type { CheckParts, RunPlace } from "../../place.ts";

/** The quality tools' report on a result. */
export interface Quality {
  /** 0 to 100; `null`: no tool could be run. */
  readonly score: number | null;
  /** Findings, worst first, and tools that could not be run; a line each. */
  readonly lines: readonly string[];
}

/** Ten points for an error, one for a warning. */
export function toolScore(findings: readonly Pick<Finding, "severity">[]): number {
  const count = (severity: Finding["severity"]): number => findings.filter((one) => one.severity === severity).length;
  return Math.max(0, 100 - 10 * count("error") - count("warning"));
}

const mostLines = 20;

/** A tool that can't be run says nothing: it is named, and left out of the mean. */
export async function qualityOf(
  { tools, ...terms }: Pick<ReviewRule, "tools"> & RuleTerms,
  parts: CheckParts,
  place: RunPlace,
): Promise<Quality | null> {
  if (tools.length === 0) return null;
  const scored: { readonly score: number; readonly weight: number }[] = [];
  const lines: string[] = [];
  for (const { weight, check } of tools) {
    const ran = await findingsOfResult(parts, { ...check, ...terms }, place);
    const name = check.tool === "" ? check.command.shown : check.tool;
    if (ran.kind !== "read") {
      lines.push(`${name} could not be run: ${ran.kind === "failed" ? ran.why : ran.failure.reason}`);
      continue;
    }
    scored.push({ score: toolScore(ran.findings), weight });
    const worst = ran.findings.filter(({ severity }) => severity !== "info");
    lines.push(
      ...worst.map(({ file, line, message, severity }) => `[${severity}] ${file}:${String(line ?? 0)} ${message}`),
    );
  }
  const total = scored.reduce((sum, { weight }) => sum + weight, 0);
  const sum = scored.reduce((all, { score, weight }) => all + score * weight, 0);
  return { score: total === 0 ? null : Math.round((10 * sum) / total) / 10, lines: lines.slice(0, mostLines) };
}
