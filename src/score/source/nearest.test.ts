import { expect, it } from "vitest";
import { isSlip, nearest, nearestNames } from "./nearest.ts";

const names = ["sheets", "prompt", "prompt_file", "parallel", "id"];

it.each([
  ["promt", "prompt"],
  ["prompts", "prompt"],
  ["Prompt", "prompt"],
  ["paralell", "parallel"],
  ["promptfile", "prompt_file"],
  ["ids", "id"],
])("%s was meant to be %s", (written, meant) => {
  expect(nearest(written, names)).toBe(meant);
});

it.each(["", "x", "colour", "retries", "x".repeat(10_000)])("nothing is near to %#", (written) => {
  expect(nearest(written, names)).toBeNull();
});

it("names that are equally close are all told", () => {
  expect(nearestNames("aged", ["agent", "age", "aged-out"])).toEqual(["age"]);
  expect(nearestNames("bat", ["cat", "car", "bar"])).toEqual(["cat", "bar"]);
});

it.each([
  ["promt", "prompt", true],
  ["pormpt", "prompt", true],
  ["note", "name", false],
  ["timeout_s", "timeout", true],
  ["time", "timeout", false],
])("%s is a slip for %s: %s", (written, name, answer) => {
  expect(isSlip(written, name)).toBe(answer);
});
