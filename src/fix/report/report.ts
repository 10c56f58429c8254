import { branchName } from "../../base/text.ts";
import type { FixOutcome, FixRecord } from "../model.ts";
import { sumOf, withMeasured } from "./numbers.ts";
import { recheckReport } from "../verify/recheck.ts";
import type { CodeReport, CostLimits, FixReport, Recheck, SheetReport, TotalReport } from "./shape.ts";
import { standingsOf } from "./finding-states.ts";
import { compared } from "./text.ts";

/** From what verification measured of the sheets, and a recheck of the project if there was one. */
export function reportOf(
  record: FixRecord,
  outcomes: readonly FixOutcome[],
  { recheck = null, job = null }: Around = {},
): FixReport {
  const known = new Map(outcomes.map((outcome) => [outcome.sheet, outcome]));
  const measured = record.sheets.map((sheet) => withMeasured(sheet, known.get(sheet.id)));
  const codes = codesOf(measured.flatMap(({ codes: each }) => each));
  const sheets = measured.map(({ report }) => report);
  // A tool in several folders is one tool.
  const tools = [...Map.groupBy(record.tools, ({ name }) => name)].map(([name, same]) => ({
    name,
    version: same[0]?.version ?? null,
    found: record.findings.filter(({ tool }) => tool === name).length,
    ...sumOf(codes.filter(({ tool }) => tool === name)),
  }));
  const total = totalOf(record, sheets, outcomes);
  const problems = problemsOf(record, job);
  const rechecked = recheck === null ? null : recheckReport(record, recheck);
  return {
    version: 1,
    commit: record.commit,
    exitCode: exitCodeOf({ record, total, sheets, recheck: rechecked, problems }),
    problems,
    total,
    sheets,
    tools,
    codes,
    leftOut: record.leftOut,
    costLimits: limitsOf(job),
    recheck: rechecked,
    findings: standingsOf(record, measured, recheck),
  };
}

export interface Around {
  readonly recheck?: Recheck | null;
  readonly job?: FixedJob | null;
}

export interface FixedJob {
  /** The requested branch, and the one that results landed on; `null` in place. */
  readonly target: string | null;
  readonly landsOn: string | null;
  readonly finalFailure: string | null;
  /** Absent: unknown. */
  readonly costLimits?: CostLimits;
}

function limitsOf(job: FixedJob | null): CostLimits | null {
  const { costLimits } = job ?? {};
  return costLimits === undefined || (costLimits.perJobUsd === null && costLimits.perSheetUsd === null)
    ? null
    : costLimits;
}

function problemsOf({ broken = [] }: FixRecord, job: FixedJob | null): readonly string[] {
  return [
    ...broken.map(({ tool, why }) => `${tool} could not be asked, so its findings are unknown: ${why}`),
    ...(job !== null && job.landsOn !== job.target
      ? [
          `results are on ${shortName(job.landsOn)}, not on ${shortName(job.target)}: merge it when your checkout is ready`,
        ]
      : []),
    ...(job === null || job.finalFailure === null ? [] : [`the tests failed when all had landed: ${job.finalFailure}`]),
  ];
}

function shortName(ref: string | null): string {
  return branchName(ref ?? "no branch");
}

function codesOf(all: readonly CodeReport[]): readonly CodeReport[] {
  const groups = [...Map.groupBy(all, ({ tool, code }) => JSON.stringify([tool, code])).values()];
  return groups
    .flatMap((group) => group.slice(0, 1).map(({ tool, code }) => ({ tool, code, ...sumOf(group) })))
    .sort((one, other) => compared(one.tool, other.tool) || compared(one.code, other.code));
}

function totalOf(record: FixRecord, sheets: readonly SheetReport[], outcomes: readonly FixOutcome[]): TotalReport {
  const spans = outcomes.flatMap(({ span }) => (span === undefined ? [] : [span]));
  const knownCosts = sheets.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const knownCostUsd = knownCosts.reduce((sum, cost) => sum + cost, 0);
  const to = spans.reduce((latest, span) => Math.max(latest, span.to), -Infinity);
  const from = spans.reduce((earliest, span) => Math.min(earliest, span.from), Infinity);
  return {
    ...sumOf(sheets),
    found: record.findings.length,
    sheets: sheets.length,
    files: new Set(sheets.flatMap(({ files }) => files)).size,
    filesFixed: new Set(sheets.filter(({ fixed }) => fixed > 0).flatMap(({ files }) => files)).size,
    attempts: sheets.reduce((sum, { attempts }) => sum + attempts, 0),
    costUsd: knownCosts.length === sheets.length ? knownCostUsd : null,
    knownCostUsd,
    unknownCosts: outcomes.reduce((sum, { unknownCosts = 0 }) => sum + unknownCosts, 0),
    tookMs: spans.length === 0 ? null : Math.max(0, to - from),
    workMs: sheets.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0),
  };
}

type Known = Pick<FixReport, "total" | "sheets" | "recheck" | "problems"> & { readonly record: FixRecord };

function exitCodeOf({ record, total, sheets, recheck, problems }: Known): 0 | 1 | 2 {
  if (record.tools.length === 0) return 2;
  const isOpen = sheets.some(({ state }) => state === "open");
  // In place, all measured findings may be fixed although the sheet failed.
  const isFailed = sheets.some(({ state }) => state === "failed" || state === "cancelled");
  const isMeasuredGood = !isOpen && !isFailed && total.remaining + total.introduced + total.unknown === 0;
  const isGoodNow =
    recheck === null || (recheck.failed.length === 0 && recheck.askedRemaining + recheck.introduced === 0);
  // These were requested too.
  const isWhole = !record.leftOut.some(({ why }) => why === "job-full" || why === "no-fix");
  if (isMeasuredGood && isGoodNow) return problems.length === 0 && isWhole ? 0 : 1;
  // An undone sheet was done before.
  const isAnyDone = total.fixed + total.gone + total.unknown > 0 || sheets.some(({ state }) => state === "undone");
  return isOpen || isAnyDone ? 1 : 2;
}
