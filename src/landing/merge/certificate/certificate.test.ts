import { expect, test } from "vitest";
import { objectionTo } from "./certificate.ts";
import { distance } from "./distance.ts";

const base = "one two three four\n";
const ours = "one NEW two three four\n";
const theirs = "one two four OTHER\n";

test.each([
  ["all of both is a merge", "one NEW two four OTHER\n", undefined],
  ["blanks and line breaks do not matter", "one\n  NEW two\nfour OTHER\n", undefined],
  ["an added word is missing", "one two four OTHER\n", { kind: "lost", words: ["NEW"] }],
  ["a removed word is there again", "one NEW two three four OTHER\n", { kind: "revived", words: ["three"] }],
  ["a word that no side wrote", "one NEW two four OTHER MORE\n", { kind: "revived", words: ["MORE"] }],
  ["a word of the base is lost", "one NEW four OTHER\n", { kind: "lost", words: ["two"] }],
  ["words in another order", "NEW four two one OTHER\n", { kind: "rearranged", side: "ours" }],
])("%s", (_, merged, expected) => {
  expect(objectionTo({ base, ours, theirs, merged })).toEqual(expected);
});

test("lines that both added may be there once or twice, and not three times", () => {
  const both = { base: "a\n", ours: "a x\n", theirs: "a x\n" };
  expect(objectionTo({ ...both, merged: "a x\n" })).toBeUndefined();
  expect(objectionTo({ ...both, merged: "a x x\n" })).toBeUndefined();
  expect(objectionTo({ ...both, merged: "a x x x\n" })).toEqual({ kind: "revived", words: ["x"] });
});

test("a change that both sides made alike is there once, beside a change that one of them made the other way", () => {
  const both = {
    base: "a\ncall(1)\nb\ncall(2)\nc\n",
    ours: "a\nb\nc\nreset()\ncall(3)\ncall(4)\n",
    theirs: "a\nb\nc\nd\n",
  };
  expect(objectionTo({ ...both, merged: "a\nb\nc\nreset()\ncall(3)\ncall(4)\nd\n" })).toBeUndefined();
  expect(objectionTo({ ...both, merged: "a\nb\nc\nreset()\ncall(3)\ncall(4)\ncall(1)\nd\n" })).toMatchObject({
    kind: "revived",
  });
});

test("a line that both sides replaced is not there as both wrote it", () => {
  const both = { base: "a\nuse one 1\nb\n", ours: "a\nuse one 2\nb\n", theirs: "a\nuse one 3\nb\n" };
  expect(objectionTo({ ...both, merged: "a\nuse one 2\nuse one 3\nb\n" })).toMatchObject({ kind: "revived" });
});

test("a separator with nothing before it is no merge, unless a side has one", () => {
  const call = { base: "f(a)\n", ours: "f()\n", theirs: "f(a, b)\n" };
  expect(objectionTo({ ...call, merged: "f(, b)\n" })).toEqual({ kind: "dangling" });
  expect(objectionTo({ ...call, merged: "f(b)\n" })).toBeUndefined();
  const block = { base: "{ f(a) }\n", ours: "{ f(a,) }\n", theirs: "{ }\n" };
  expect(objectionTo({ ...block, merged: "{ },\n" })).toEqual({ kind: "dangling" });
});

test("the distance is the fewest words to remove and to add, up to a limit", () => {
  const words = (text: string): readonly string[] => text.split("");
  expect(distance(words("abcabba"), words("cbabac"), 10)).toBe(5);
  expect(distance(words("abc"), words("abc"), 0)).toBe(0);
  expect(distance(words("abc"), words("abd"), 1)).toBeUndefined();
  expect(distance([], words("ab"), 5)).toBe(2);
});
