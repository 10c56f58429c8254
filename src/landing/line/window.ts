import type { BatchPlan } from "../../score/plan/landing-plan.ts";

/**
 * How many results the next test may cover: as many more as landed together, so twice as many where all of them did,
 * and half as many after a failure.
 */
export function windowAfter(
  window: number,
  what: "landed" | "ejected",
  { max, count = window }: Pick<BatchPlan, "max"> & { readonly count?: number },
): number {
  return what === "landed" ? Math.min(max, window + Math.min(count, window)) : Math.max(1, Math.floor(window / 2));
}
