import { describe, expect, it } from "vitest";
import { finding } from "../../../../test/kit/findings.ts";
import { eslint, scoreFor } from "../../../../test/kit/fix-scores.ts";
import { planOf, promptsOf } from "../../../../test/kit/scores.ts";
import type { Finding } from "../../../findings/finding.ts";
import { type RuleDoc, type RuleDocs, ruleDoc, ruleKey } from "../prompt/rule-docs.ts";
import { itLong } from "../../../../test/kit/long.ts";

const codes = Array.from({ length: 60 }, (_, place) => `rule-${String(place)}`);
const docs: RuleDocs = new Map(
  codes.flatMap((code): readonly (readonly [string, RuleDoc])[] => {
    const doc = ruleDoc(`About ${code}.\n\n${"It says so. {{ 7*7 }}\n".repeat(180)}`);
    return doc === null ? [] : [[ruleKey("eslint", code), doc]];
  }),
);

const many = (files: number): readonly Finding[] =>
  Array.from({ length: files }, (_, place) =>
    finding({ file: `src/module${String(place)}.ts`, line: 2, code: codes[place % codes.length] ?? "" }),
  );
const sources = (): string => "let code = 1;\n".repeat(5);

describe("documentation of a tool's rule, in a score", () => {
  it("is held once, however many sheets are about it, and means no more than its letters", () => {
    const { text, notes } = scoreFor({ findings: many(120), tools: [eslint], plan: { docs, sources } });
    expect(notes).toEqual([]);
    expect(
      promptsOf(planOf(text)).filter((prompt) => prompt.includes("What eslint 9.0.0 says of it:\n\n```\nAbout rule-")),
    ).toHaveLength(120);
    expect(text.split("It says so. {{ 7*7 }}").length - 1).toBe(60 * 180);
  });

  it("goes before code and findings do, when the score would be too large", () => {
    const { text, notes } = scoreFor({ findings: many(480), tools: [eslint], plan: { docs, sources } });
    expect(notes).toEqual([
      "the prompts have no documentation of rules in them: with so many sheets the score would be larger than 1 MB",
    ]);
    const prompts = promptsOf(planOf(text));
    expect(prompts.filter((prompt) => prompt.includes("let code = 1;"))).toHaveLength(480);
    expect(prompts.filter((prompt) => prompt.includes("says of it"))).toEqual([]);
  });

  itLong("is named among what is missing, when code has to go too", () => {
    expect(
      scoreFor({ findings: many(630), tools: [eslint], plan: { docs, sources: () => "let x = 1;\n".repeat(9) } }).notes,
    ).toEqual([
      expect.stringMatching(/^the prompts have no code in them, no documentation of rules, and name fewer findings/),
    ]);
  });
});
