import { expect, it } from "vitest";
import { nothingSpentYet } from "../../../sheet/cost/usage.ts";
import { totalsOf } from "./totals.ts";

const counts = { sheets: 0, landed: 0, done: 0, inPlace: 0, skipped: 0, failed: 0, blocked: 0, proposed: 0 };
const job = (
  some: Partial<typeof counts>,
  usd: number | null,
  unknown = 0,
): Parameters<typeof totalsOf>[0][number] => ({
  counts: { ...counts, running: 0, waiting: 0, ...some },
  cost: { ...nothingSpentYet, usd, unknown, limitUsd: null },
});

it("sums sheets and cost over jobs; what is blocked is open, what was skipped is not; unknown cost is counted", () => {
  const jobs = [
    job({ sheets: 4, landed: 1, failed: 1, blocked: 1, skipped: 1 }, 1.5),
    job({ sheets: 2, done: 2 }, null, 3),
  ];
  expect(totalsOf(jobs)).toEqual({ sheets: 6, landed: 3, failed: 1, open: 1, usd: 1.5, unpriced: 3 });
});

it("is zero where there is no job", () => {
  expect(totalsOf([])).toEqual({ sheets: 0, landed: 0, failed: 0, open: 0, usd: 0, unpriced: 0 });
});
