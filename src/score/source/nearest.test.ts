import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

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
