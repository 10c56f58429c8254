import { describe, expect, it } from "vitest";
import { caseSeed, chanceFrom } from "./seed.ts";

const draw = (seed: number, count: number) => {
  const chance = chanceFrom(seed);
  return Array.from({ length: count }, () => chance.next());
};

describe("chance from a seed", () => {
  it("is the same for the same seed and another for another", () => {
    expect(draw(7, 20)).toEqual(draw(7, 20));
    expect(draw(7, 20)).not.toEqual(draw(8, 20));
  });

  it("stays in [0, 1) and spreads evenly", () => {
    const numbers = draw(1, 10_000);
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(900);
    expect(tenths.reduce((sum, one) => sum + one)).toBe(10_000);
  });

  it("picks whole numbers below the limit, and members of the list", () => {
    const chance = chanceFrom(3);
    const wholes = new Set(Array.from({ length: 200 }, () => chance.whole(4)));
    expect([...wholes].sort()).toEqual([0, 1, 2, 3]);
    expect(["a", "b"]).toContain(chance.pick(["a", "b"]));
  });
});

describe("the seed of a case", () => {
  it("is the run's own seed for the first, so that a failing case can be run alone", () => {
    expect(caseSeed(42, 0)).toBe(42);
  });

  it("differs from case to case", () => {
    expect(new Set(Array.from({ length: 1000 }, (_, index) => caseSeed(42, index))).size).toBe(1000);
  });
});
