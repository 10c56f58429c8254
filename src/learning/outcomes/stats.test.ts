import { expect, it } from "vitest";
import { makeOutcome } from "../../../test/kit/outcomes.ts";
import { differenceInterval, shareInterval } from "../interval.ts";
import { statsOf } from "./stats.ts";

it("only what landed and still stands is a success; limits, conflicts and interruptions count for nothing", () => {
  const outcomes = (["landed", "landed", "undone", "failed", "hindered", "conflicted", "running"] as const).map(
    (fate, attempt) => makeOutcome({ fate, attempt, usd: fate === "hindered" ? 5 : 0.5 }),
  );
  expect(statsOf(outcomes)).toMatchObject([
    { attempts: 7, counted: 4, landed: 2, undone: 1, rate: 0.5, usd: 2, usdPerLanded: 1, unpriced: 0 },
  ]);
});

it("agents, models, strategies and kinds of work are counted apart", () => {
  const outcomes = [
    makeOutcome({}),
    makeOutcome({ model: "opus" }),
    makeOutcome({ work: "testing" }),
    makeOutcome({ strategy: "detailed", usd: null }),
  ];
  expect(
    statsOf(outcomes).map(({ work, model, strategy, usdPerLanded }) => [work, model, strategy, usdPerLanded]),
  ).toEqual([
    ["general", null, null, 1],
    ["general", "opus", null, 1],
    ["general", null, "detailed", null],
    ["testing", null, null, 1],
  ]);
});

it("intervals are wide where little is known, and a difference of nothing includes zero", () => {
  expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  const few = shareInterval(3, 4);
  const many = shareInterval(300, 400);
  expect(few.high - few.low).toBeGreaterThan(4 * (many.high - many.low));
  expect(shareInterval(10, 10).low).toBeGreaterThan(0.7);
  const nil = differenceInterval({ good: 50, trials: 100 }, { good: 51, trials: 100 });
  expect([nil.low < 0, nil.high > 0]).toEqual([true, true]);
  expect(differenceInterval({ good: 80, trials: 100 }, { good: 50, trials: 100 }).low).toBeGreaterThan(0.1);
});
