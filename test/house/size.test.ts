import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { median, quantile } from "../../bench/measure.ts";
import { repository } from "./tree.ts";

const sizes = globSync("src/**/*.ts", { cwd: repository })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => ({ path, lines: readFileSync(join(repository, path), "utf8").trimEnd().split("\n").length }));
const counts = sizes.map(({ lines }) => lines);

it(`source files are small: ${counts.length} of them, median ${median(counts)} lines, 95 % within ${quantile(counts, 0.95)}`, () => {
  const large = sizes.filter(({ lines }) => lines > 250).map(({ path }) => path);
  expect(median(counts)).toBeLessThanOrEqual(80);
  expect(large.length / sizes.length, large.join(", ")).toBeLessThanOrEqual(0.05);
});
