import type { FindingCounts } from "../../findings/counts.ts";
import type { FixOutcome, FixSheet } from "../model.ts";
import type { CodeReport, Numbers, SheetReport } from "./shape.ts";

export interface Measured {
  readonly report: SheetReport;
  readonly codes: readonly CodeReport[];
}

const nothing: Numbers = { asked: 0, fixed: 0, remaining: 0, gone: 0, unknown: 0, introduced: 0 };

export function sumOf(all: readonly Numbers[]): Numbers {
  const sum = (what: keyof Numbers): number => all.reduce((total, one) => total + one[what], 0);
  return Object.fromEntries(names.map((what) => [what, sum(what)])) as unknown as Numbers;
}

const names = Object.keys(nothing) as (keyof Numbers)[];

/** `undefined`: nothing is known of the sheet yet. */
export function withMeasured(sheet: FixSheet, outcome: FixOutcome | undefined): Measured {
  const {
    state = "open",
    counts = null,
    attempts = 0,
    agents = [],
    commit = null,
    alsoChanged = null,
    costUsd = null,
    tookMs = null,
    why = null,
  } = outcome ?? {};
  const isOnTarget = state === "landed" || state === "done" || (outcome?.isInPlace === true && attempts > 0);
  const asked = askedBy(sheet);
  const codes = [
    ...asked.map((one) => numbersOf(one, isOnTarget, counts)),
    ...(isOnTarget ? introducedElse(asked, counts ?? []) : []),
  ];
  const { id, name, files } = sheet;
  const unlanded = isOnTarget || counts === null ? null : unlandedOf(asked, counts);
  return {
    codes,
    report: {
      id,
      name,
      files,
      state,
      ...sumOf(codes),
      unlanded,
      attempts,
      agents,
      commit,
      alsoChanged,
      costUsd,
      tookMs,
      why,
    },
  };
}

type AskedCode = FixSheet["asked"][number];

function askedBy({ asked }: FixSheet): readonly AskedCode[] {
  const groups = Map.groupBy(asked, ({ tool, code }) => JSON.stringify([tool, code]));
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ tool, code }) => ({ tool, code, count: group.reduce((sum, { count }) => sum + count, 0) })),
  );
}

function numbersOf(
  { tool, code, count }: AskedCode,
  isOnTarget: boolean,
  counts: readonly FindingCounts[] | null,
): CodeReport {
  const none = { tool, code, ...nothing, asked: count };
  // A result that did not land changed nothing.
  if (!isOnTarget) return { ...none, remaining: count };
  const measured = counts?.filter((one) => one.tool === tool) ?? [];
  if (measured.length === 0) return { ...none, unknown: count };
  return { ...none, ...shares(count, measured, code), introduced: total(measured, "introduced", code) };
}

/**
 * The target may have had more findings by then: `remaining` counts before `fixed`, so that the report never claims too
 * much.
 */
function shares(
  asked: number,
  measured: readonly FindingCounts[],
  code: string,
): Pick<Numbers, "fixed" | "remaining" | "gone"> {
  const remaining = Math.min(asked, total(measured, "remaining", code));
  const fixed = Math.min(asked - remaining, total(measured, "fixed", code));
  return { fixed, remaining, gone: asked - remaining - fixed };
}

function unlandedOf(asked: readonly AskedCode[], counts: readonly FindingCounts[]): SheetReport["unlanded"] {
  const each = asked.map(({ tool, code, count }) => {
    const measured = counts.filter((one) => one.tool === tool);
    return measured.length === 0 ? { fixed: 0, remaining: count } : shares(count, measured, code);
  });
  return {
    fixed: each.reduce((sum, { fixed }) => sum + fixed, 0),
    remaining: each.reduce((sum, { remaining }) => sum + remaining, 0),
    introduced: counts.flatMap(({ introduced }) => Object.values(introduced)).reduce((sum, count) => sum + count, 0),
  };
}

function introducedElse(asked: readonly AskedCode[], counts: readonly FindingCounts[]): readonly CodeReport[] {
  const known = new Set(asked.map(({ tool, code }) => JSON.stringify([tool, code])));
  return counts.flatMap(({ tool, introduced }) =>
    Object.entries(introduced).flatMap(([code, count]) =>
      count === 0 || known.has(JSON.stringify([tool, code])) ? [] : [{ tool, code, ...nothing, introduced: count }],
    ),
  );
}

/** A code may be the name of a property that every object has. */
function total(measured: readonly FindingCounts[], what: "fixed" | "remaining" | "introduced", code: string): number {
  return measured.reduce((sum, counts) => sum + (Object.hasOwn(counts[what], code) ? (counts[what][code] ?? 0) : 0), 0);
}
