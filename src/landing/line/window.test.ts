import { expect, test } from "vitest";
import { windowAfter } from "./window.ts";

test.each([
  [1, "landed", 16, 2],
  [4, "landed", 16, 8],
  [12, "landed", 16, 16],
  [16, "landed", 16, 16],
  [16, "ejected", 16, 8],
  [5, "ejected", 16, 2],
  [1, "ejected", 16, 1],
] as const)("a window of %i that something %s of, at most %s, becomes %i", (...[window, what, max, next]) => {
  expect(windowAfter(window, what, { max })).toBe(next);
});
