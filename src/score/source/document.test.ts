import { describe, expect, it } from "vitest";
import { exactMap, readDocument } from "./document.ts";
import type { ScoreDocument } from "./document.ts";

function read(text: string): ScoreDocument {
  const opened = readDocument(text);
  if (opened.kind === "unreadable") throw new TypeError(opened.problems[0]?.message);
  return opened.document;
}

const at = ({ line, column }: { line: number; column: number }): string => `${line}:${column}`;

describe("where something stands", () => {
  const document = read("a:\n  - b: 1\n    7: x\n  - &n {c: 2}\nd: *n\ne:\n");

  it.each([
    [["a"], "2:3", "1:1"],
    [["a", 0], "2:5", "2:5"],
    [["a", 0, "b"], "2:8", "2:5"],
    [["a", 0, 7], "3:8", "3:5"],
    [["a", 0, "7"], "3:8", "3:5"],
    [["d", "c"], "4:12", "4:9"],
  ])("%j is told for its value and its key", (path, value, key) => {
    expect(at(document.positionOf(path))).toBe(value);
    expect(at(document.positionOf(path, "key"))).toBe(key);
  });

  it("is the place of its parent when it is not there", () => {
    expect(at(document.positionOf(["a", 0, "missing"]))).toBe("2:5");
    expect(at(document.positionOf(["a", 9, "b"]))).toBe("2:3");
    expect(at(document.positionOf(["nothing", "at", "all"]))).toBe("1:1");
    expect(at(document.positionOf(["a", 0, "b", "c"]))).toBe("2:8");
  });

  it("goes by own keys only", () => {
    expect(at(read("a: 1").positionOf(["constructor"]))).toBe("1:1");
    expect(at(read("\na: [x]").positionOf(["a", "length"]))).toBe("2:4");
  });
});

describe("a place inside a text", () => {
  const inside = (text: string, line: number, column: number): string =>
    at(read(text).positionInside(["a"], { line, column }));

  it("is told in a block, by its own indentation", () => {
    expect(inside("a: |\n    one\n      two\n", 2, 4)).toBe("3:8");
    expect(inside("a: |\n\n  one\n", 2, 1)).toBe("3:3");
  });

  it("is told in one line, with and without quotes", () => {
    expect(inside("a: one two", 1, 5)).toBe("1:8");
    expect(inside("a: 'one two'", 1, 5)).toBe("1:9");
    expect(inside('a: "one two"', 1, 5)).toBe("1:9");
    expect(inside("x: 1\na:   one", 1, 2)).toBe("2:7");
  });

  it("is the beginning of the text where it is not written as it is read", () => {
    expect(inside('a: "one\\ttwo"', 1, 6)).toBe("1:4");
    expect(inside("a: 'it''s'", 1, 5)).toBe("1:4");
    expect(inside("a: >\n  one\n  two\n", 1, 6)).toBe("1:4");
    expect(inside("a: one\n  two\n", 1, 6)).toBe("1:4");
    expect(inside("a: one", 2, 6)).toBe("1:4");
    expect(inside("a: [1]", 1, 3)).toBe("1:4");
  });
});

it("maps keep their keys as they were written", () => {
  const document = read("v: &v {2: b, '1': a, c: {3: d}}\nw: *v\nx: 5\n");
  const expected = new Map<unknown, unknown>([
    [2, "b"],
    ["1", "a"],
    ["c", new Map([[3, "d"]])],
  ]);
  expect(exactMap(document, ["v"])).toEqual(expected);
  expect(exactMap(document, ["w"])).toEqual(expected);
  expect(exactMap(document, ["x"])).toEqual(new Map());
  expect(exactMap(document, ["nothing"])).toEqual(new Map());
  expect(document.value).toMatchObject({ v: { 1: "a", 2: "b" }, w: { 1: "a" } });
});

it("the value of an alias is the very value of its anchor", () => {
  const document = read("one: &a {deep: [1]}\ntwo: *a\nthree: [*a]\n");
  const { one, two, three } = document.value as { one: unknown; two: unknown; three: readonly unknown[] };
  expect(one).toEqual({ deep: [1] });
  expect([two === one, three[0] === one]).toEqual([true, true]);
  const exact = document.exactValue([]) as ReadonlyMap<string, unknown>;
  expect(exact.get("two")).toBe(exact.get("one"));
});

it("the extent of a key or value is where it begins and ends", () => {
  const text = "a: 'one' # why\nb: {c: two}\n";
  const document = read(text);
  const shown = (path: readonly string[], part: "key" | "value"): string | null => {
    const extent = document.extentOf(path, part);
    return extent === null ? null : text.slice(extent.from, extent.to);
  };
  expect(shown(["a"], "key")).toBe("a");
  expect(shown(["a"], "value")).toBe("'one'");
  expect(shown(["b", "c"], "value")).toBe("two");
  expect(shown(["b", "d"], "value")).toBeNull();
});
