import { describe, expect, it } from "vitest";
import { type Known, type Limits, type LineStep, type Place, nextStep, windowAfter } from "./step.ts";

const limits: Limits = { window: 4, parallel: 2, ownParallel: 8 };

/** A line as a word for each place: what gates say of it, and after a dash what its own validations say. */
function lineOf(text: string): readonly Place[] {
  const known: Readonly<Record<string, Known>> = {
    "?": "unknown",
    "~": "testing",
    "+": "passed",
    x: "failed",
    "0": "none",
  };
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ gates: known[word[0] ?? ""] ?? "none", own: known[word[1] ?? "0"] ?? "none" }));
}

const wait: LineStep = { kind: "wait" };
const test = (own: readonly number[], gates: readonly number[]): LineStep => ({ kind: "test", own, gates });
const land = (count: number): LineStep => ({ kind: "land", count });

describe("results that pass land at once", () => {
  it.each<[string, string, LineStep]>([
    ["without gates all of it", "0 0 0", land(3)],
    ["a result that passed alone", "+ ? ?", land(1)],
    ["results that passed together, with any result of those below", "? ~ +", land(3)],
    ["no further than the last that passed", "? + ? ?", land(2)],
    ["below one that fails", "? + x", land(2)],
    ["not what lies on one that fails, though it passes with it", "? x +", test([], [0])],
    ["not before its own validations have spoken", "+~ +", wait],
    ["up to the first whose own validations have not spoken", "+ +? +", land(1)],
    ["up to the first whose own validations fail", "0 0x 0", land(1)],
    ["those without gates, before those with", "0 0 ? ?", land(2)],
  ])("%s: %s", (_, line, step) => {
    expect(nextStep(lineOf(line), "unknown", limits)).toEqual(step);
  });
});

describe("only the first is ejected, and only when it is to blame", () => {
  it.each<[string, string, Known, LineStep]>([
    ["its own validations fail", "?x ?", "unknown", { kind: "eject", because: "own" }],
    ["its gates fail, and pass without it", "x ?", "passed", { kind: "eject", because: "gates" }],
    ["its gates fail: do they without it?", "x ?", "unknown", { kind: "test-target" }],
    ["that is being found out", "x ?", "testing", wait],
    ["they fail without it too", "x ?", "failed", { kind: "stuck" }],
    ["one above it fails", "? x", "passed", test([], [0])],
    ["own validations of one above it fail", "~ ?x", "passed", wait],
  ])("%s: %s on a target that is %s", (...[, line, target, step]) => {
    expect(nextStep(lineOf(line), target, limits)).toEqual(step);
  });
});

describe("gates are run on trees that are spread over the window", () => {
  it.each<[string, string, Partial<Limits>, LineStep]>([
    ["one, on all of it", "? ? ?", { parallel: 1 }, test([], [2])],
    ["one, on as many as the window has", "? ? ? ? ?", { parallel: 1 }, test([], [3])],
    ["two, on a half and on all", "? ? ? ?", {}, test([], [1, 3])],
    ["as many as run at once, though the window is smaller", "? ? ?", { window: 1, parallel: 3 }, test([], [0, 1, 2])],
    ["with one that is under way", "? ~ ? ?", {}, test([], [3])],
    ["no more than may run at once", "? ~ ? ~", {}, wait],
    ["below one that fails, where it divides what is left", "? ? ? x", { parallel: 1 }, test([], [1])],
    ["down to the first", "? x ? ?", {}, test([], [0])],
    ["not above one that fails", "~ x ? ?", {}, wait],
    ["beside own validations, of all that need them", "?? ?? ?", {}, test([0, 1], [1, 2])],
    ["own validations not above one that fails", "?? ? x ??", { parallel: 1 }, test([0], [0])],
    ["own validations no more than may run at once", "?~ ?? ??", { ownParallel: 2, parallel: 1 }, test([1], [2])],
  ])("%s: %s", (...[, line, more, step]) => {
    expect(nextStep(lineOf(line), "unknown", { ...limits, ...more })).toEqual(step);
  });

  it("nothing is done about an empty line", () => {
    expect(nextStep([], "unknown", limits)).toEqual(wait);
  });
});

it.each([
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
