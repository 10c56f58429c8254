import { describe, expect, it } from "vitest";
import { scoreJsonSchema } from "../../../../score/schema/editor/json-schema.ts";
import { offersAt, type Shape } from "./offers.ts";
import { placeAt } from "./place.ts";

const schema = scoreJsonSchema() as Shape;

/** `|` is the cursor. */
function place(marked: string): ReturnType<typeof placeAt> {
  return placeAt(marked.replace("|", ""), marked.indexOf("|"));
}
function labels(marked: string): readonly string[] {
  const at = place(marked);
  return at === null ? [] : offersAt(schema, at).map(({ label }) => label);
}

describe("in a score the cursor is", () => {
  it.each([
    ["at the top", "name: x\nsh|", []],
    ["in the first key of an entry", "sheets:\n  - i|", ["sheets", "[]"]],
    ["in a later key of an entry", "sheets:\n  - id: a\n    pr|", ["sheets", "[]"]],
    ["in a list that is not indented", "sheets:\n- id: a\n  pr|", ["sheets", "[]"]],
    [
      "in a map of an entry, past one that is over",
      "sheets:\n  - id: a\n    retry:\n      attempts: 1\n    agent:\n      |",
      ["sheets", "[]", "agent"],
    ],
    [
      "in a list of an entry",
      "sheets:\n  - id: a\n    validations:\n      - command: x\n      - |",
      ["sheets", "[]", "validations", "[]"],
    ],
    ["past comments and empty lines", "landing:\n  # why\n\n  |", ["landing"]],
  ])("%s", (_, marked, path) => expect(place(marked)?.path).toEqual(path));

  it("in no map within a text, a comment or a value of several words", () => {
    for (const marked of ["sheets:\n  - id: a\n    prompt: |\n      do |", "# na|", "name: two wor|", "sheets: [{i|"])
      expect(placeAt(marked.replace(/\|([^|]*)$/, "$1"), marked.lastIndexOf("|"))).toBeNull();
  });
});

it("keys that the place takes and has not yet are offered, with what is said of them", () => {
  expect(labels("na|")).toEqual(expect.arrayContaining(["name", "sheets", "agent", "landing"]));
  expect(labels("name: x\n|\nagent: claude\n")).not.toContain("agent");
  const inSheet = labels("sheets:\n  - id: a\n    |");
  expect(inSheet).toEqual(expect.arrayContaining(["prompt", "after", "validations"]));
  expect(inSheet).not.toContain("id");
  expect(inSheet).not.toContain("sheets");
  const at = place("sheets:\n  - |");
  const prompt = at === null ? undefined : offersAt(schema, at).find(({ label }) => label === "prompt");
  expect(prompt).toMatchObject({ text: "prompt: " });
  expect(prompt?.about).not.toBe("");
});

it("values are offered where there are few: words of a list, true and false", () => {
  expect(labels("isolation:\n  per: |")).toEqual(expect.arrayContaining(["sheet", "job"]));
  expect(labels("landing: |")).toContain("approve");
  expect(labels("no_such_key: |")).toEqual([]);
});
