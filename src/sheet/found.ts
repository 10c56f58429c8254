import type { FoundSummary } from "../score/resolve/scene.ts";
import { type Verdict, resultsOf } from "./verdict.ts";

/** The findings that a result fixed, as its validations counted them. */
export function foundIn(verdict: Verdict): FoundSummary {
  const counts = resultsOf(verdict).flatMap(({ findings }) => findings ?? []);
  const codes = counts.flatMap(({ tool, fixed }) =>
    Object.entries(fixed).map(([code, count]) => ({ tool, code, count })),
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    fixed: sum(codes.map(({ count }) => count)),
    remaining: sum(counts.flatMap(({ remaining }) => Object.values(remaining))),
    tools: [...new Set(codes.map(({ tool }) => tool))],
    codes,
  };
}
