import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptsFrom } from "./prompts.ts";

describe("the prompts of a text", () => {
  it.each([
    ["one line", ["one line"]],
    ["two\nlines\n", ["two\nlines"]],
    ["\n\n  code\nmore\n\n", ["  code\nmore"]],
    ["- a\n- b\n\n- c \n", ["a", "b", "c"]],
    ["- a\n  more of it\n", ["- a\n  more of it"]],
    ["-a\n- b", ["-a\n- b"]],
    ["first\nof two\n---\nsecond\n", ["first\nof two", "second"]],
    ["first\r\n---\r\nsecond\r\n", ["first", "second"]],
    ["---\n\n---\na\n---   \n", ["a"]],
    ["- a\n- b\n---\n- c\n", ["- a\n- b", "- c"]],
    [" ---\na", [" ---\na"]],
    ["a ---\n----\n", ["a ---\n----"]],
    ["\uFEFF- a\n- b", ["a", "b"]],
    ["- \n-  \n- x", ["x"]],
    ["", []],
    [" \n\t\n", []],
  ])("%j", (text, prompts) => {
    expect(promptsFrom(text)).toEqual(prompts);
  });

  it("are all there, with any content, when lines of --- separate them", () => {
    const said = fc
      .string({ unit: "grapheme", minLength: 1 })
      .map((text) => text.replaceAll(/\s+/g, " ").trim())
      .filter((text) => text !== "" && text !== "---" && !text.startsWith("\uFEFF"));
    fc.assert(
      fc.property(fc.array(said, { minLength: 2, maxLength: 9 }), (prompts) => {
        expect(promptsFrom(prompts.join("\n---\n"))).toEqual(prompts);
        expect(promptsFrom(prompts.map((text) => `- ${text}`).join("\n"))).toEqual(prompts);
      }),
    );
  });

  it("are never blank, and together say no more than the text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("---", "- a", "b", " ", "", "- ", "\t- c")), (lines) => {
        const prompts = promptsFrom(lines.join("\n"));
        expect(prompts.every((prompt) => prompt.trim() !== "" && lines.join("\n").includes(prompt))).toBe(true);
      }),
    );
  });

  it("of a large text are found in no time that grows with its square", () => {
    expect(promptsFrom("\n".repeat(1_000_000))).toEqual([]);
    expect(promptsFrom("a\n---\n".repeat(100_000))).toHaveLength(100_000);
  });
});
