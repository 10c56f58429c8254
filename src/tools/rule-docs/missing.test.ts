import { expect, it } from "vitest";
import { missingNotes } from "./ask.ts";

it("the gaps of prompts are said in one sentence, by tool and reason", () => {
  const late = { tool: "eslint", rules: 2, why: "it did not answer in time" };
  expect(
    missingNotes([
      late,
      { tool: null, rules: 4, why: "the limit of rules was reached" },
      { tool: "a\u001Bb", rules: 1, why: "x" },
      { ...late, rules: 1 },
    ]),
  ).toEqual([
    "8 rules have no text of the tool in the prompts, only an address and advice: a b: x (1); eslint: it did not answer in time (3); the limit of rules was reached (4)",
  ]);
  expect(missingNotes([{ tool: "ruff", rules: 1, why: "w" }])).toEqual([
    "1 rule has no text of the tool in the prompts, only an address and advice: ruff: w (1)",
  ]);
  expect(missingNotes([])).toEqual([]);
});
