import { describe, expect, it } from "vitest";
import type { FileMove, Hunk } from "../../base/line-move.ts";
import { compareFindings } from "./compare.ts";
import type { Finding } from "../finding.ts";
import { times } from "../../../test/kit/long.ts";

const at = (line: number | null, message: string, more: Partial<Finding> = {}): Finding => ({
  tool: "t",
  file: "a.ts",
  line,
  column: null,
  code: null,
  message,
  severity: null,
  fixable: false,
  ...more,
});
/** As `git diff -U0` heads it: old start and lines, new start and lines. */
const hunk = (...[oldStart, oldLines, newStart, newLines]: readonly [number, number, number, number]): Hunk => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
});
const edited = (...hunks: readonly Hunk[]): FileMove => ({ to: "a.ts", hunks });
const still = (): null => null;
const same = (move: FileMove) => (): FileMove => move;

/** The lines of what is fixed, of what remains (before and after), and of what is new. */
function lines(before: readonly Finding[], after: readonly Finding[], move: FileMove | null): unknown {
  const { fixed, remaining, introduced } = compareFindings(before, after, () => move);
  return [
    fixed.map(({ line }) => line),
    remaining.map(([one, other]) => [one.line, other.line]),
    introduced.map(({ line }) => line),
  ];
}

describe("a finding is the same", () => {
  it("when it moved with its line", () => {
    const before = [at(2, "m"), at(10, "m"), at(20, "m")];
    expect(lines(before, [at(2, "m"), at(13, "m"), at(21, "m")], edited(hunk(4, 0, 5, 3), hunk(15, 2, 17, 0)))).toEqual(
      [
        [],
        [
          [2, 2],
          [10, 13],
          [20, 21],
        ],
        [],
      ],
    );
  });

  it("when the line was edited and it still says so", () => {
    expect(lines([at(5, "m")], [at(5, "m")], edited(hunk(5, 1, 5, 1)))).toEqual([[], [[5, 5]], []]);
    expect(lines([at(5, "m"), at(6, "m")], [at(7, "m")], edited(hunk(5, 2, 5, 3)))).toEqual([[5], [[6, 7]], []]);
  });

  it("in the region that its line was in, before it is one of another region; there the nearest is", () => {
    // The second region is nearer to what is at the end of the first.
    expect(lines([at(5, "m"), at(8, "m")], [at(29, "m")], edited(hunk(5, 1, 5, 25), hunk(8, 1, 32, 1)))).toEqual([
      [8],
      [[5, 29]],
      [],
    ]);
    // Near is counted from where the region begins on each side.
    expect(lines([at(100, "m"), at(103, "m")], [at(7, "m")], edited(hunk(1, 95, 0, 0), hunk(100, 4, 5, 4)))).toEqual([
      [100],
      [[103, 7]],
      [],
    ]);
  });

  it("when its lines were moved to another place of the file", () => {
    expect(lines([at(2, "m")], [at(8, "m")], edited(hunk(1, 3, 0, 0), hunk(10, 0, 7, 3)))).toEqual([[], [[2, 8]], []]);
  });

  it("when only numbers in its words have shifted", () => {
    const before = at(5, "redefinition of 'x2' from line 3 (88 > 79 characters)");
    expect(
      lines([before], [at(6, "redefinition of 'x2' from line 4 (90 > 79 characters)")], edited(hunk(1, 0, 2, 1))),
    ).toEqual([[], [[5, 6]], []]);
  });

  it("when it is about the file as a whole, or stands at its top because it is", () => {
    expect(lines([at(null, "m")], [at(null, "m")], edited(hunk(1, 9, 1, 9)))).toEqual([[], [[null, null]], []]);
    expect(lines([at(1, "no docstring")], [at(1, "no docstring")], edited(hunk(0, 0, 1, 3)))).toEqual([
      [],
      [[1, 1]],
      [],
    ]);
  });

  it("when its file has another name", () => {
    const moved = at(4, "m", { file: "b/z.ts" });
    const { remaining, fixed, introduced } = compareFindings(
      [at(3, "m")],
      [moved],
      same({ to: "b/z.ts", hunks: [hunk(1, 0, 2, 1)] }),
    );
    expect([remaining, fixed, introduced]).toEqual([[[at(3, "m"), moved]], [], []]);
  });

  it("when the changes to the lines of its file are unknown", () => {
    const move: FileMove = { to: "a.ts", hunks: [], unread: "binary" };
    expect(lines([at(3, "m"), at(9, "n")], [at(80, "m"), at(81, "o")], move)).toEqual([[9], [[3, 80]], [81]]);
    expect(lines([at(3, "m"), at(80, "m")], [at(80, "m")], move)).toEqual([[3], [[80, 80]], []]);
  });
});

describe("a finding is another one", () => {
  it.each([
    ["tool", at(5, "m", { tool: "u" }), at(5, "m")],
    ["code", at(5, "m", { code: "c" }), at(5, "m")],
    ["code, which is no message", at(5, "", { code: "m" }), at(5, "m")],
    ["file", at(5, "m", { file: "b.ts" }), at(5, "m")],
    ["message", at(5, "n"), at(5, "m")],
    ["number in a name", at(5, "x1 is not m"), at(5, "x2 is not m")],
    ["number in quotes", at(5, "'1' is not m"), at(5, "'2' is not m")],
    ["version", at(5, "1.2.3 is old"), at(5, "1.2.4 is old")],
  ])("by its %s", (_what, before, after) => {
    expect(compareFindings([before], [after], still)).toEqual({ fixed: [before], remaining: [], introduced: [after] });
  });

  it("on another line, when neither line was changed", () => {
    expect(lines([at(5, "m")], [at(6, "m")], null)).toEqual([[5], [], [6]]);
    expect(lines([at(5, "m")], [at(6, "m")], edited(hunk(20, 1, 20, 1)))).toEqual([[5], [], [6]]);
  });

  it("on a changed line, when its own line is as it was", () => {
    expect(lines([at(5, "m")], [at(20, "m")], edited(hunk(20, 1, 20, 1)))).toEqual([[5], [], [20]]);
  });

  it("in a file that is new, when its own is gone", () => {
    const after = at(5, "m", { file: "new.ts" });
    const gone: FileMove = { to: null, hunks: [hunk(1, 9, 0, 0)] };
    const moves = (file: string): FileMove | null => (file === "a.ts" ? gone : null);
    expect(compareFindings([at(5, "m")], [after], moves)).toEqual({
      fixed: [at(5, "m")],
      remaining: [],
      introduced: [after],
    });
    const nowhere = [at(1, "m", { file: "" }), at(null, "m", { file: "" })];
    expect(compareFindings([at(5, "m"), at(null, "m"), at(1, "m")], nowhere, moves)).toMatchObject({
      fixed: { length: 3 },
      introduced: { length: 2 },
    });
  });
});

describe("equal findings are counted one by one", () => {
  it("so that one of two that was fixed is one", () => {
    expect(lines([at(3, "m"), at(7, "m")], [at(7, "m")], edited(hunk(3, 1, 3, 1)))).toEqual([[3], [[7, 7]], []]);
    expect(lines([at(3, "m"), at(7, "m")], [at(6, "m")], edited(hunk(3, 1, 2, 0)))).toEqual([[3], [[7, 6]], []]);
  });

  it("so that one more of a kind is new", () => {
    expect(lines([at(3, "m")], [at(3, "m"), at(7, "m")], null)).toEqual([[], [[3, 3]], [7]]);
    expect(lines([at(3, "m")], [at(3, "m"), at(3, "m")], null)).toEqual([[], [[3, 3]], [3]]);
  });

  it("and those of one line are told apart by their columns", () => {
    const [first, second] = [at(3, "m", { column: 4 }), at(3, "m", { column: 30 })];
    const left = at(3, "m", { column: 28 });
    expect(compareFindings([first, second], [left], still)).toEqual({
      fixed: [first],
      remaining: [[second, left]],
      introduced: [],
    });
  });

  it("the same number of other errors is not the same", () => {
    expect(lines([at(3, "m"), at(4, "n")], [at(3, "o"), at(4, "p")], edited(hunk(3, 2, 3, 2)))).toEqual([
      [3, 4],
      [],
      [3, 4],
    ]);
  });

  it("an identical finding goes before one that differs in a number", () => {
    expect(lines([at(3, "got 1"), at(3, "got 2")], [at(3, "got 2")], null)).toEqual([[3], [[3, 3]], []]);
    expect(compareFindings([at(3, "got 1"), at(3, "got 2")], [at(3, "got 2")], still).fixed).toEqual([at(3, "got 1")]);
  });
});

it("an empty file that is no longer empty keeps what is wrong with it", () => {
  expect(lines([at(1, "m")], [at(1, "m"), at(2, "n")], edited(hunk(0, 0, 1, 4)))).toEqual([[], [[1, 1]], [2]]);
  expect(lines([at(1, "m"), at(4, "n")], [at(1, "m")], edited(hunk(1, 4, 0, 0)))).toEqual([[4], [[1, 1]], []]);
});

it("findings by the ten thousand are compared in one go, of as many kinds, or of one in one changed region", () => {
  const count = times(20_000, 200_000);
  const kinds = Array.from({ length: count }, (_, index) => at(index + 1, `kind '${String(index)}'`));
  const moved = kinds.map((finding, index) => ({ ...finding, line: index + 2 }));
  expect(compareFindings(kinds, moved, same(edited(hunk(0, 0, 1, 1)))).remaining).toHaveLength(count);
  const one = kinds.map(({ line }) => at(line, "m"));
  const { fixed, introduced } = compareFindings(one, one.slice(1), same(edited(hunk(1, count, 1, count))));
  expect([fixed, introduced]).toEqual([[at(1, "m")], []]);
});
