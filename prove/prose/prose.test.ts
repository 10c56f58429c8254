import { expect, test } from "vitest";
import { prose } from "../prose.ts";
import { answers } from "./answers.ts";
import { printed } from "./printed.ts";
import { realErrors } from "./real-errors.ts";
import { innocentRuns } from "./runs.ts";

test("no prose is an error and every real error is found, in a short run", async () => {
  const { failures, tried, figures } = await prose.run({ count: 200, seed: 7, say: () => undefined });
  expect(failures).toEqual([]);
  expect(tried).toBe(innocentRuns.length * (answers.length + printed.length) + 200 + realErrors.length);
  expect(figures).toMatchObject({ "false rate limits": 0, "false auth errors": 0, "missed or with a wrong wait": 0 });
});

test("there is as much prose and as many errors as the proof promises", () => {
  expect(new Set([...answers, ...printed]).size).toBe(answers.length + printed.length);
  expect(answers.length + printed.length).toBeGreaterThanOrEqual(200);
  expect(realErrors.length).toBeGreaterThanOrEqual(60);
});
