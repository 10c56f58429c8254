import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { anyText } from "../../../../test/kit/any-text.ts";
import { beginningOf, middleOf, widthOf, wrapped } from "./width.ts";

test.each([
  ["plain", 5],
  ["", 0],
  ["é", 1],
  ["e\u0301", 1],
  ["日本語", 6],
  ["한글", 4],
  ["\u1112\u1161\u11ab", 2],
  ["ｆｕｌｌ", 8],
  ["🎉", 2],
  ["✅", 2],
  ["⚠\ufe0f", 2],
  ["⚠", 1],
  ["🇩🇪", 2],
  ["👍🏽", 2],
  ["1\ufe0f\u20e3", 2],
  ["…", 1],
])("%j takes %i columns of a terminal", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test.each([
  ["src/a.ts", 20, "src/a.ts"],
  ["packages/one/src/some/where/deep/index.ts", 20, "packag…deep/index.ts"],
  ["目录/文件/名字很长的文件.ts", 14, "目录…的文件.ts"],
])("of a path that is too long the middle goes: %s in %i", (path, width, cut) => {
  expect(middleOf(path, width)).toBe(cut);
});

describe("for any text", () => {
  const widths = fc.integer({ min: 4, max: 60 });

  it("nothing that was cut is wider than its room", () => {
    fc.assert(
      fc.property(anyText, widths, (text, width) => {
        for (const cut of [beginningOf, middleOf]) expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("lines that it was broken into have all of it but blanks, and none is wider than its room", () => {
    fc.assert(
      fc.property(anyText, widths, (text, width) => {
        const lines = wrapped(text, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        expect(Math.max(0, ...lines.map(widthOf))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

it("a word goes to the next line as a whole where it can", () => {
  expect(wrapped("one two three", 8)).toEqual(["one two", "three"]);
  expect(wrapped("a verylongword b", 6)).toEqual(["a", "verylo", "ngword", "b"]);
});
