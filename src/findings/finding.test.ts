import { describe, expect, it } from "vitest";
import { type Finding, introduced, relativeTo } from "./finding.ts";

const finding = (message: string, more: Partial<Finding> = {}): Finding => ({ file: "a.ts", line: 1, code: null, message, severity: null, ...more });

describe("findings that a change introduced", () => {
  it("are those that were not there before, wherever their lines are now", () => {
    const before = [finding("old"), finding("fixed")];
    expect(introduced(before, [finding("old", { line: 99, severity: "error" }), finding("new")])).toEqual([finding("new")]);
  });

  it("include one more of a kind that was there already", () => {
    const twice = [finding("same", { line: 1 }), finding("same", { line: 7 })];
    expect(introduced([finding("same", { line: 3 })], twice)).toEqual([finding("same", { line: 7 })]);
    expect(introduced(twice, [finding("same")])).toEqual([]);
  });

  it("are told apart by file, code and message", () => {
    const before = [finding("m", { code: "c" })];
    const after = [finding("m", { code: "d" }), finding("m", { code: "c", file: "b.ts" }), finding("n", { code: "c" }), finding("m", { code: "c" })];
    expect(introduced(before, after)).toEqual(after.slice(0, 3));
    expect(introduced([finding("c", { file: "a", code: null })], [finding("", { file: "a", code: "c" })])).toHaveLength(1);
  });

  it("are told quickly also among very many", () => {
    const many = Array.from({ length: 200_000 }, (_, index) => finding(`m${index}`));
    expect(introduced(many, [...many, finding("m5")])).toEqual([finding("m5")]);
  });
});

it("findings are the same whichever folder the tool ran in", () => {
  const ran = (folder: string): readonly Finding[] => [
    finding(`see ${folder}/b.ts and ${folder}/c.ts`, { file: `${folder}/src/a.ts` }),
    finding("m", { file: ".//./x.ts" }),
    finding("m", { file: `/else${folder}/x.ts` }),
  ];
  expect(relativeTo("/ctx/1", ran("/ctx/1"))).toEqual([
    finding("see b.ts and c.ts", { file: "src/a.ts" }),
    finding("m", { file: "x.ts" }),
    finding("m", { file: "/else/ctx/1/x.ts" }),
  ]);
  expect(relativeTo("/ctx/1/", ran("/ctx/1"))[0]?.file).toBe("src/a.ts");
  expect(relativeTo("/ctx/1", ran("/ctx/11"))[0]?.file).toBe("/ctx/11/src/a.ts");
});
