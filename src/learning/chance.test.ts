import { expect, it } from "vitest";
import { drawBeta, seeded } from "./chance.ts";

it("a seed decides all that is drawn, and close seeds draw apart", () => {
  const draw = (seed: string): readonly number[] => Array.from({ length: 5 }, seeded(seed));
  expect(draw("job/a/1")).toEqual(draw("job/a/1"));
  const firsts = Array.from({ length: 4_000 }, (_, index) => seeded(`job/sheet-${String(index)}/1`)());
  const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  expect(new Set(firsts.map((value) => Math.floor(value * 10))).size).toBe(10);
});

it("draws from Beta have its mean and its spread", () => {
  const chance = seeded("beta");
  const draws = Array.from({ length: 20_000 }, () => drawBeta(chance, 8, 2));
  const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
  const spread = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / draws.length;
  expect(mean).toBeCloseTo(0.8, 2);
  expect(spread).toBeCloseTo(16 / 1_100, 3);
});
