import { expect, it } from "vitest";
import { fits, sheetsNamed } from "./named.ts";

const sheets = ["build", "build-docs", "2", "src/a.ts"].map((id) => ({ id, title: `Make ${id}` }));
const ids = (word: string): readonly string[] => sheetsNamed(sheets, word).map(({ id }) => id);

it.each([
  ["an id, also where others begin with it", "build", ["build"]],
  ["an id that looks like a number, before the number", "2", ["2"]],
  ["a number in the job", "4", ["src/a.ts"]],
  ["the beginning of one id", "build-d", ["build-docs"]],
  ["the beginning of several ids", "bui", ["build", "build-docs"]],
  ["a title, in any letters", "make BUILD", ["build"]],
  ["the beginning of all titles", "make", ["build", "build-docs", "2", "src/a.ts"]],
  ["a number that the job does not have", "9", []],
  ["nothing: all", "", ["build", "build-docs", "2", "src/a.ts"]],
])("a sheet is named by %s", (_, word, expected) => {
  expect(ids(word)).toEqual(expected);
});

it("a job that has the name goes before those that begin with it", () => {
  const names = (word: string): readonly string[] => fits(["Docs", "docs-2", "code"], word, (name) => [name]);
  expect([names("docs"), names("DOCS-"), names("do"), names("x")]).toEqual([
    ["Docs"],
    ["docs-2"],
    ["Docs", "docs-2"],
    [],
  ]);
});
