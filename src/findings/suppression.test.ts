import { describe, expect, it } from "vitest";
import type { FileChange } from "../base/line-move.ts";
import { silencersAdded } from "./suppression.ts";

const patterns = [String.raw`#\s*noqa\b`, String.raw`(?i)//\s*eslint-disable`, "@ts-ignore"];

/** One region for each pair of lines that went and that came. */
function file(
  to: string,
  ...regions: readonly (readonly [removed: readonly string[], added: readonly string[]])[]
): FileChange {
  const hunks = regions.map(([removed, added], index) => {
    const start = 10 * (index + 1);
    return { oldStart: start, oldLines: removed.length, newStart: start, newLines: added.length, removed, added };
  });
  return { from: to, to, hunks };
}
const lines = (...changes: readonly FileChange[]): readonly string[] =>
  silencersAdded(changes, patterns).map((one) => `${one.file}:${String(one.line)}`);

describe("a comment that silences is new", () => {
  it.each<[string, FileChange, readonly string[]]>([
    ["on a line that is new", file("a", [[], ["x", "y  # noqa"]]), ["a:11"]],
    ["on a line that had none", file("a", [["x = 1"], ["x = 1  # noqa: E501"]]), ["a:10"]],
    ["where another one was", file("a", [["x  # noqa: E501"], ["x  # noqa"]]), ["a:10"]],
    ["one more often than before", file("a", [["# noqa"], ["# noqa", "# noqa"]]), ["a:11"]],
    ["behind very much", file("a", [[], [`${" ".repeat(100_000)}# noqa`]]), ["a:10"]],
    ["by any of the patterns", file("a", [[], ["// ESLINT-disable-next-line", "// @ts-ignore"]]), ["a:10", "a:11"]],
    [
      "when the same one went from another line of the file",
      file("a", [["f()  # noqa"], ["f()"]], [["g()"], ["g()  # noqa"]]),
      ["a:20"],
    ],
    ["in a file that is new", { ...file("n", [[], ["# noqa"]]), from: null }, ["n:10"]],
  ])("%s", (_what, change, expected) => {
    expect(lines(change)).toEqual(expected);
  });
});

describe("a comment that silences was there before", () => {
  it.each<[string, readonly FileChange[]]>([
    ["when its line was indented", [file("a", [["f()  # noqa"], ["if x:", "    f()  # noqa"]])]],
    ["when its line was moved", [file("a", [["f()  # noqa"], []], [[], ["\tf()  # noqa\t"]])]],
    ["when its line was moved to another file", [file("a", [["f()  # noqa"], []]), file("b", [[], ["f()  # noqa"]])]],
    ["when its line was edited and it is as it was", [file("a", [["f(1)  # noqa: E501"], ["f(2)  # noqa: E501"]])]],
    [
      "when others like it stay where they are",
      [file("a", [["f()  # noqa"], ["  f()  # noqa"]], [["f()  # noqa"], ["g()  # noqa"]])],
    ],
    ["when it is gone", [file("a", [["f()  # noqa"], ["f()"]])]],
    ["when there is none", [file("a", [["a"], ["noqa", "b"]])]],
  ])("%s", (_what, changes) => {
    expect(lines(...changes)).toEqual([]);
  });
});

it("a removed comment offsets an added one, the same line first", () => {
  expect(lines(file("a", [["f(1)  # noqa"], ["f(2)  # noqa", "f(1)  # noqa"]]))).toEqual(["a:10"]);
});

it("without patterns nothing silences, and what is no pattern is said", () => {
  expect(silencersAdded([file("a", [[], ["# noqa"]])], [])).toEqual([]);
  expect(() => silencersAdded([], ["a)|(b"])).toThrow(expect.objectContaining({ code: "score.invalid" }));
});

it("many that moved are told quickly", () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `f(${String(index % 7)})  # noqa`);
  expect(lines(file("a", [many, []], [[], many.toReversed()]))).toEqual([]);
});
