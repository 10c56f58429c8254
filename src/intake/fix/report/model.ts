import type { FixOutcome, FixRecord } from "../model.ts";
import { sumOf, withMeasured } from "./numbers.ts";
import { recheckReport } from "./recheck.ts";
import type { CodeReport, FixReport, Recheck, SheetReport, TotalReport } from "./shape.ts";
import { standingsOf } from "./standing.ts";
import { compared } from "./order.ts";

/** What a job came to, by what verification measured of its sheets and, where it was done, a new look at the whole project. */
export function reportOf(record: FixRecord, outcomes: readonly FixOutcome[], { recheck = null, job = null }: Around = {}): FixReport {
  const known = new Map(outcomes.map((outcome) => [outcome.sheet, outcome]));
  const measured = record.sheets.map((sheet) => withMeasured(sheet, known.get(sheet.id)));
  const codes = codesOf(measured.flatMap(({ codes: each }) => each));
  const sheets = measured.map(({ report }) => report);
  const tools = record.tools.map(({ name, version }) => ({
    name,
    version,
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
    recheck: rechecked,
    findings: standingsOf(record, measured, recheck),
  };
}

/** What is known besides what became of the sheets. */
export interface Around {
  readonly recheck?: Recheck | null;
  readonly job?: FixedJob | null;
}

/** How the job as a whole stands. */
export interface FixedJob {
  /** The branch that results were to land on, and the one that they land on; both `null` in place. */
  readonly target: string | null;
  readonly landsOn: string | null;
  /** What its tests said when all had landed: why they failed. */
  readonly finalFailure: string | null;
}

function problemsOf({ broken = [] }: FixRecord, job: FixedJob | null): readonly string[] {
  return [
    ...broken.map(({ tool, why }) => `${tool} could not be asked, so nobody knows what it would find: ${why}`),
    ...(job !== null && job.landsOn !== job.target
      ? [`results are on ${shortName(job.landsOn)}, not on ${shortName(job.target)}: merge it when your checkout is ready`]
      : []),
    ...(job === null || job.finalFailure === null ? [] : [`the tests failed when all had landed: ${job.finalFailure}`]),
  ];
}

function shortName(ref: string | null): string {
  return ref?.replace(/^refs\/heads\//, "") ?? "no branch";
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
    tookMs: spans.length === 0 ? null : Math.max(0, to - from),
    workMs: sheets.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0),
  };
}

type Known = Pick<FixReport, "total" | "sheets" | "recheck" | "problems"> & { readonly record: FixRecord };

function exitCodeOf({ record, total, sheets, recheck, problems }: Known): 0 | 1 | 2 {
  if (record.tools.length === 0) return 2;
  const isOpen = sheets.some(({ state }) => state === "open");
  const isMeasuredGood = !isOpen && total.remaining + total.introduced + total.unknown === 0;
  const isGoodNow = recheck === null || (recheck.failed.length === 0 && recheck.askedRemaining + recheck.introduced === 0);
  if (isMeasuredGood && isGoodNow) return problems.length === 0 ? 0 : 1;
  return isOpen || total.fixed + total.gone + total.unknown > 0 ? 1 : 2;
}
