import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../test/kit/any-text.ts";
import { anyFinding, finding } from "../../../test/kit/findings.ts";
import { nameOf } from "../../base/names.ts";
import { groupFindings } from "./groups.ts";
import { idsOf } from "./groups.ts";
import type { Grouping } from "../model.ts";

const all = [
  finding({ file: "src/b.ts", line: 2, fixable: true }),
  finding({ file: "src/b.ts", line: 1, code: "no-x" }),
  finding({ file: "src/a.ts" }),
  finding({ file: "lib/a.ts", tool: "tsc", code: null }),
  finding({ file: "top.ts" }),
];
const groupsOf = (grouping: Grouping, most: number | null = null): unknown =>
  groupFindings(all, { grouping, most }).groups.map(({ id, name, files, findings, fixable }) => [
    id,
    name,
    files,
    findings.map(({ line }) => line),
    fixable,
  ]);

describe("groups", () => {
  it("are files, of which several may go together", () => {
    expect(groupsOf({ by: "file", filesPerSheet: 1 })).toEqual([
      ["lib-a-ts", "lib/a.ts", ["lib/a.ts"], [1], 0],
      ["src-a-ts", "src/a.ts", ["src/a.ts"], [1], 0],
      ["src-b-ts", "src/b.ts", ["src/b.ts"], [1, 2], 1],
      ["top-ts", "top.ts", ["top.ts"], [1], 0],
    ]);
    expect(groupsOf({ by: "file", filesPerSheet: 3 })).toEqual([
      ["lib-a-ts-and-2-more", "lib/a.ts and 2 more", ["lib/a.ts", "src/a.ts", "src/b.ts"], [1, 1, 1, 2], 1],
      ["top-ts", "top.ts", ["top.ts"], [1], 0],
    ]);
  });

  it("are directories", () => {
    expect(groupsOf({ by: "directory" })).toEqual([
      ["top", ".", ["top.ts"], [1], 0],
      ["lib", "lib", ["lib/a.ts"], [1], 0],
      ["src", "src", ["src/a.ts", "src/b.ts"], [1, 1, 2], 1],
    ]);
  });

  it("are rules", () => {
    expect(groupsOf({ by: "code" })).toEqual([
      ["eslint-no-var", "eslint no-var", ["src/a.ts", "src/b.ts", "top.ts"], [1, 2, 1], 1],
      ["eslint-no-x", "eslint no-x", ["src/b.ts"], [1], 0],
      ["tsc", "tsc", ["lib/a.ts"], [1], 0],
    ]);
  });

  it("have no more findings than they may, and tell what is left out", () => {
    const { groups, leftOut } = groupFindings(all, { grouping: { by: "directory" }, most: 2 });
    expect(groups.map(({ findings }) => findings.length)).toEqual([1, 1, 2]);
    expect(leftOut).toEqual([{ why: "max-per-sheet", findings: 1, files: ["src/b.ts"] }]);
  });

  it("hold every finding once, in whichever order they come", () => {
    const grouping: fc.Arbitrary<Grouping> = fc.oneof(
      fc.record({ by: fc.constant("file" as const), filesPerSheet: fc.integer({ min: 1, max: 4 }) }),
      fc.constant({ by: "code" } as const),
      fc.constant({ by: "directory" } as const),
    );
    const how = fc.record({ grouping, most: fc.option(fc.integer({ min: 1, max: 5 })) });
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 30 }), how, (findings, by) => {
        const { groups, leftOut } = groupFindings(findings, by);
        const held = groups.flatMap((group) => group.findings);
        expect(held.length + leftOut.reduce((sum, out) => sum + out.findings, 0)).toBe(findings.length);
        expect(
          groups.every(
            ({ files, findings: inside }) => inside.length > 0 && inside.every(({ file }) => files.includes(file)),
          ),
        ).toBe(true);
        expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
        expect(groupFindings(findings.toReversed(), by)).toEqual({ groups, leftOut });
      }),
    );
  });
});

describe("ids", () => {
  it.each([
    [
      ["a/models.py", "b/models.py"],
      ["a-models-py", "b-models-py"],
    ],
    [
      ["src/A.ts", "src/a.ts"],
      ["src-a-ts", "src-a-ts-2"],
    ],
    [
      ["a/b.ts", "a-b.ts", "a/b-ts", "a/b.ts-2"],
      ["a-b-ts", "a-b-ts-2", "a-b-ts-3", "a-b-ts-2-2"],
    ],
    [
      ["速い.py", "é.py", "…", "-rf", "../x"],
      ["py", "e-py", "file", "rf", "x"],
    ],
    [["packages/somewhere/very/deep/inside/of/it/models.py"], ["very-deep-inside-of-it-models-py"]],
    [[`${"x".repeat(300)}.ts`], [`${"x".repeat(33)}-ts`]],
    [
      ["constructor", "__proto__"],
      ["constructor", "proto"],
    ],
  ])("of %j", (names, ids) => {
    expect(idsOf(names)).toEqual(ids);
  });

  it("are canonical and unlike each other, in folders too, for any names", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 10 }), (names) => {
        const ids = idsOf(names);
        expect(ids.filter((id) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual([]);
        expect(new Set(ids.map(nameOf)).size).toBe(names.length);
        expect(idsOf(names)).toEqual(ids);
      }),
    );
  });

  it("of many names that are alike are found in no time that grows with their square", () => {
    expect(
      new Set(idsOf(Array.from({ length: 5_000 }, (_, place) => `${String.fromCodePoint(0x4e00 + place)}/a.py`))).size,
    ).toBe(5_000);
  });
});
