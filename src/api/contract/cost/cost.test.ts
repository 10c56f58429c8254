import { describe, expect, it } from "vitest";
import { type Spending, nothingSpentYet } from "../../../sheet/cost/usage.ts";
import { costWords, jobCost, knownCostWords } from "./cost.ts";

const spent = (more: Partial<Spending>): Spending => ({ ...nothingSpentYet, ...more });

describe("the cost in words", () => {
  it.each([
    ["an agent that tells its price", { usd: 1.2 }, "$1.20"],
    ["a small amount", { usd: 0.0042 }, "$0.0042"],
    ["runs of which some told nothing", { usd: 1.2, unknown: 3 }, "≥ $1.20 (3 runs unknown)"],
    ["runs of which one told nothing", { usd: 1.2, unknown: 1 }, "≥ $1.20 (1 run unknown)"],
    ["runs that told nothing", { unknown: 2 }, "cost unknown"],
    ["tokens without a price", { inputTokens: 12_000, outputTokens: 345, unknown: 1 }, "cost unknown (12.3k tokens)"],
    ["a free agent that used tokens", { usd: 0, inputTokens: 5 }, "$0.00"],
  ])("of %s is said as it is", (_, more, expected) => {
    expect(costWords(spent(more))).toBe(expected);
  });

  it("is not worth a word where nothing was run, or nothing costs", () => {
    expect(costWords(nothingSpentYet)).toBeNull();
    expect(costWords(spent({ usd: 0 }))).toBeNull();
  });

  it("is left out of a table only where nothing at all is known", () => {
    expect(knownCostWords(spent({ unknown: 2 }))).toBeNull();
    expect(knownCostWords(spent({ unknown: 2, usd: 1 }))).toBe("≥ $1.00 (2 runs unknown)");
  });

  it("of a job is that of its sheets, and unknown stays unknown", () => {
    const limits = { perSheetUsd: null, perJobUsd: 5, warnAt: 0.8 };
    expect(jobCost([spent({ usd: 1, outputTokens: 2 }), spent({ unknown: 1 }), nothingSpentYet], limits)).toEqual({
      ...spent({ usd: 1, outputTokens: 2, unknown: 1 }),
      limitUsd: 5,
    });
    expect(jobCost([spent({ unknown: 1 })], limits).usd).toBeNull();
  });
});
