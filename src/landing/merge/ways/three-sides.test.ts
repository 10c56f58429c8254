import { expect, test } from "vitest";
import { regionsOf } from "./three-sides.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

test("a place that both changed is shown as all three have it; others are not", () => {
  expect(
    regionsOf({
      base: lines("a", "b", "c", "d", "e"),
      ours: lines("new", "a", "B", "c", "d", "e"),
      theirs: lines("a", "bb", "c", "d", "E"),
    }),
  ).toEqual([{ line: 3, base: ["b"], ours: ["B"], theirs: ["bb"] }]);
});

test("two additions in one place, a change against a removal, and the same change on both sides", () => {
  expect(regionsOf({ base: lines("a", "z"), ours: lines("a", "1", "z"), theirs: lines("a", "2", "z") })).toEqual([
    { line: 2, base: [], ours: ["1"], theirs: ["2"] },
  ]);
  expect(regionsOf({ base: lines("a", "b", "c"), ours: lines("a", "c"), theirs: lines("a", "B", "c") })).toEqual([
    { line: 2, base: ["b"], ours: [], theirs: ["B"] },
  ]);
  expect(regionsOf({ base: lines("a"), ours: lines("b"), theirs: lines("b") })).toEqual([]);
});
