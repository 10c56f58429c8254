import { expect, it } from "vitest";
import { planOf } from "../../../test/kit/scores.ts";
import { triedPreview } from "./tried.ts";

const score = (agent: string, more = ""): string => `
name: x
agent: ${agent}
landing: { gates: [{ name: ci, run: make check }] }
validations: [{ command: npm test }, { command: "test -s {{ workspace }}/notes.md" }, { file_exists: a.txt }]
sheets: [{ id: a, prompt: A }, { id: b, prompt: B }]
${more}`;

it("commands of validations and gates are tried once, but for those that look into the workspace", () => {
  expect(triedPreview(planOf(score("claude")))).toEqual({
    commands: ["npm test", "make check"],
    untried: ["test -s {{ workspace }}/notes.md"],
  });
});

it("nothing is tried for agents that cost nothing, nor in the user's own folder", () => {
  const nothing = { commands: [], untried: [] };
  expect(triedPreview(planOf(score("scripted")))).toEqual(nothing);
  expect(triedPreview(planOf(score("claude", "isolation: { mode: none }")))).toEqual(nothing);
});
