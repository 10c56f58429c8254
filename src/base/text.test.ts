import { expect, test } from "vitest";
import {
  asSentence,
  clip,
  dollars,
  duration,
  firstFew,
  firstLines,
  listOf,
  oneLine,
  plural,
  shellWord,
  sizeText,
  visible,
} from "./text.ts";

test("one thing is named in the singular, and any other number in the plural", () => {
  expect([0, 1, 2].map((count) => plural(count, "sheet"))).toEqual(["0 sheets", "1 sheet", "2 sheets"]);
  expect(plural(2, "job is", "jobs are")).toBe("2 jobs are");
});

test("a clipped text is never longer than allowed, and ends with no half of a character", () => {
  expect(clip("abc", 3)).toBe("abc");
  expect(clip("abcd", 3)).toBe("ab…");
  expect(clip("a😀bc", 3).isWellFormed()).toBe(true);
  expect(clip("abc", 0)).toBe("…");
});

test("lists are written as people write them", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((words) => listOf(words))).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
  expect(listOf(["a", "b"], "or")).toBe("a or b");
  expect(firstFew(["a", "b", "c"], 2)).toBe("a, b and 1 more");
  expect(firstFew(["a", "b"], 2)).toBe("a, b");
  expect(firstLines(["a", "b", "c"], 1)).toEqual(["a", "and 2 more"]);
});

test("text of others stays in its line and can't control a terminal", () => {
  expect(oneLine(" a\n\tb\u001b[31m ")).toBe("a b [31m");
  expect(oneLine("x".repeat(200))).toHaveLength(160);
  expect(visible("a\u001b[31m\n")).toBe(String.raw`a\u001b[31m\u000a`);
  expect([shellWord("a-b"), shellWord("it's"), shellWord("-x")]).toEqual(["a-b", String.raw`'it'\''s'`, "'-x'"]);
  expect([asSentence("done"), asSentence("done. ")]).toEqual(["done.", "done."]);
});

test("sizes, time spans and prices are short, and something is never shown as nothing", () => {
  expect([1, 12e6, 3.24e9].map(sizeText)).toEqual(["1 MB", "12 MB", "3.2 GB"]);
  expect([-5, 4_230, 90_000, 185_000, 7_800_000].map(duration)).toEqual([
    "0 s",
    "4.2 s",
    "90 s",
    "3 min 5 s",
    "2 h 10 min",
  ]);
  expect([0, 0.0042, 1.5].map(dollars)).toEqual(["$0.00", "$0.0042", "$1.50"]);
});
