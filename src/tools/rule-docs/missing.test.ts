import { expect, it } from "vitest";
import { missingNotes } from "./ask.ts";

it("what prompts lack is said in one sentence, by tool and reason", () => {
  const late = { tool: "eslint", rules: 2, why: "it did not answer in time" };
  expect(
    missingNotes([
      late,
      { tool: null, rules: 4, why: "only so many are asked for" },
      { tool: "a\u001Bb", rules: 1, why: "x" },
      { ...late, rules: 1 },
    ]),
  ).toEqual([
    "8 rules have no documentation of the tool's own in the prompts, only an address and advice: a b: x (1); eslint: it did not answer in time (3); only so many are asked for (4)",
  ]);
  expect(missingNotes([{ tool: "ruff", rules: 1, why: "w" }])).toEqual([
    "1 rule has no documentation of the tool's own in the prompts, only an address and advice: ruff: w (1)",
  ]);
  expect(missingNotes([])).toEqual([]);
});
