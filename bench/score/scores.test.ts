import { expect, it } from "vitest";
import { parseScore } from "../../src/score/parse.ts";
import { kinds, scoreText } from "./scores.ts";

it.each(kinds)("the score for the benchmark, %s, is right and has as many sheets as asked for", (kind) => {
  const { plan } = parseScore(scoreText(kind, 100), { path: "bench.yaml", baseDir: "/" });
  expect(plan.sheets).toHaveLength(100);
  expect(plan.sheets[49]?.validations).toHaveLength(kind === "mozart" ? 20 : 2);
});

it("10,000 sheets that are written out fill most of what a score may have", () => {
  const { length } = scoreText("written", 10_000);
  expect(length).toBeGreaterThan(750_000);
  expect(length).toBeLessThan(1_000_000);
});
