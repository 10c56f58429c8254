import type { CostPlan } from "../../score/plan.ts";

/** What may be spent, for people; no line where there is no limit. */
export function costLines({ perSheetUsd, perJobUsd, warnAt }: CostPlan): readonly string[] {
  const limits = [
    ...(perSheetUsd === null ? [] : [`${dollars(perSheetUsd)} for a sheet`]),
    ...(perJobUsd === null ? [] : [`${dollars(perJobUsd)} for the job`]),
  ];
  return limits.length === 0 ? [] : [`costs at most ${limits.join(", ")}; told from ${String(Math.round(warnAt * 100))} % on`];
}

function dollars(amount: number): string {
  return `$${amount < 0.01 ? String(amount) : amount.toFixed(2)}`;
}
