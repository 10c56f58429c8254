import { describe, expect, it } from "vitest";
import { TuttiError } from "../base/error.ts";
import { parseScore } from "./parse.ts";

/** What is wrong with a score: its code, and one line for each problem. */
function wrong(text: string): { readonly code: string; readonly lines: readonly string[] } {
  try {
    parseScore(text, { path: "s.yaml", baseDir: "/base" });
  } catch (error) {
    if (error instanceof TuttiError) return { code: error.code, lines: error.message.split("\n  ").slice(1) };
    throw error;
  }
  return { code: "none", lines: [] };
}

const firstLine = (text: string): string => wrong(text).lines[0] ?? "";

describe("text that is no score", () => {
  it.each([
    ["", "s.yaml:1:1 expected a map with the key sheets"],
    ["- a\n- b\n", "s.yaml:1:1 expected a map with the key sheets"],
    ["just words", "s.yaml:1:1 expected a map with the key sheets"],
    ["{}", "s.yaml:1:1 sheets: is missing: expected a list"],
    ["a:\n\tb: 1\n", "s.yaml:2:1 a tab can't indent; use spaces"],
    ["a: 'x", "s.yaml:1:6 missing closing 'quote"],
    ["a: 1\n---\nb: 2\n", "s.yaml:2:1 a score is one document; there is a second one after ---"],
    ["name: !secret x\n", "s.yaml:1:7 tags (!) are not read in a score"],
    ["name: a\nname: b\n", 's.yaml:2:1 the key "name" is there twice'],
    ["x: {1: a, '1': b}\n", 's.yaml:1:11 the key "1" is there twice'],
    ["<<: {name: a}\n", "s.yaml:1:1 merge keys (<<) are not read in a score; write the keys out"],
    ["__proto__: {}\n", "s.yaml:1:1 __proto__ can't be a key"],
    ["? [a]\n: b\n", "s.yaml:1:3 a key must be text or a whole number"],
    ["null: b\n", "s.yaml:1:1 a key must be text or a whole number"],
    ["a: *b\n", "s.yaml:1:4 there is no anchor &b before this alias"],
    ["a: &a [*a]\n", "s.yaml:1:8 *a stands for something that contains it"],
  ])("says where and why: %j", (text, expected) => {
    expect(wrong(text)).toEqual({ code: "score.invalid", lines: [expected] });
  });

  it("nested a hundred thousand deep does no harm", () => {
    expect(wrong("[".repeat(100_000))).toMatchObject({ code: "score.invalid", lines: [expect.stringContaining("nested too deeply")] });
  });

  it("that a few aliases blow up to billions of values is refused", () => {
    const levels = Array.from(
      { length: 10 },
      (_, level) => `l${level}: &l${level} [${Array.from({ length: 9 }, () => (level === 0 ? "x" : `*l${level - 1}`)).join(", ")}]\n`,
    );
    expect(wrong(levels.join(""))).toEqual({ code: "score.invalid", lines: ["s.yaml:1:1 its aliases stand for more than 2000000 values"] });
  });

  it("larger than a megabyte is refused unread", () => {
    expect(wrong("#".repeat(1_000_001))).toEqual({ code: "score.invalid", lines: ["s.yaml:1:1 is larger than 1 MB"] });
  });

  it("with a hundred thousand keys is told of the same one twice at its end", () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}:\n`).join("");
    expect(firstLine(`${keys}k7:\n`)).toBe('s.yaml:100001:1 the key "k7" is there twice');
  });
});

describe("problems", () => {
  it("come all at once, in the order of the file, twenty at most", () => {
    const sheets = Array.from({ length: 30 }, (_, index) => `  - {id: s${index}, prompt: x, colour: red}\n`).join("");
    const { lines } = wrong(`agent: scripted\nsheets:\n${sheets}`);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toContain("s.yaml:3:25 sheets[0].colour: unknown key");
    expect(lines[19]).toContain("s.yaml:22:");
    expect(lines[20]).toBe("and 10 more");
  });

  it("inside what an alias stands for are told where the anchor is", () => {
    const { lines } = wrong("agent: scripted\nsheets:\n  - &a {id: a, prompt: x, oops: 1}\n  - *a\n");
    expect(lines[0]).toContain("s.yaml:3:27 sheets[0].oops: unknown key");
    expect(lines[1]).toContain("s.yaml:3:27 sheets[1].oops: unknown key");
  });

  it("of odd keys are shown so that they can't be mistaken", () => {
    expect(firstLine('agent: scripted\nsheets: [{id: a, prompt: x}]\n"a b\\nc": 1\n')).toContain('s.yaml:3:1 ["a b\\nc"]: unknown key');
  });
});

describe("an alias", () => {
  it("may be used by any number of sheets", () => {
    const sheets = Array.from(
      { length: 500 },
      (_, index) => `  - {id: s${index}, prompt: x, validations: ${index === 0 ? "&v [file_exists: a]" : "*v"}}\n`,
    ).join("");
    const plan = parseScore(`agent: scripted\nsheets:\n${sheets}`, { path: "s.yaml", baseDir: "/" });
    expect(plan.sheets[499]?.validations).toMatchObject([{ kind: "file_exists", path: "a" }]);
  });
});

describe("the shape of a score", () => {
  it("is Tutti's own with sheets, and Mozart's with sheet or prompt", () => {
    expect(firstLine("sheets: []\nsheet: {}\n")).toBe("s.yaml:1:9 sheets: must not be empty");
    expect(wrong("sheets: []\nsheet: {}\n").lines[1]).toBe('s.yaml:2:1 sheet: unknown key; did you mean "sheets"?');
    expect(firstLine("sheet: {size: 1, total_items: 1}\n")).toContain("name: is missing");
    expect(firstLine("prompt: {template: x}\n")).toContain("name: is missing");
  });
});
