import { describe, expect, it } from "vitest";
import { recipeOver } from "../plan/recipe.ts";
import { errorsIn, planOf } from "../../../test/kit/scores.ts";

const withPrepare = (prepare: string): string => `agent: scripted\nsheets: [{id: a, prompt: x}]\nprepare: ${prepare}\n`;

describe("prepare", () => {
  it("says what contexts get besides what the checkout has installed", () => {
    expect(planOf(withPrepare("{include: ['.env*', '!/.env.production']}")).prepare).toEqual({
      include: [".env*", "!/.env.production"],
    });
    expect(planOf("agent: scripted\nsheets: [{id: a, prompt: x}]\n").prepare).toBeUndefined();
  });

  it("says which commands, variables and ports they have", () => {
    const text =
      "{commands: [npm ci, {run: [make, x], timeout: 2m, inputs: 'a/**'}], environment: {A: '{{ sheet }}', B: {from: C}}, ports: 3, teardown: [down]}";
    const line = (words: string) => ({ kind: "line", shell: "sh", line: words });
    expect(planOf(withPrepare(text)).prepare).toEqual({
      commands: [
        { command: line("npm ci"), timeoutMs: 600_000, inputs: null },
        { command: { kind: "argv", argv: ["make", "x"] }, timeoutMs: 120_000, inputs: ["a/**"] },
      ],
      environment: { A: "{{ sheet }}", B: { from: "C" } },
      ports: 3,
      teardown: [{ command: line("down"), timeoutMs: 60_000, inputs: null }],
    });
  });

  it("of a stronger place goes before a weaker one's, key by key; variables by name", () => {
    const weak = { include: ["a"], ports: 1, environment: { A: "1", B: "1" } };
    expect(recipeOver({ ports: 2, environment: { B: "2" } }, weak)).toEqual({
      include: ["a"],
      ports: 2,
      environment: { A: "1", B: "2" },
    });
    expect([recipeOver(undefined, weak), recipeOver(weak, undefined)]).toEqual([weak, weak]);
  });

  it.each([
    [
      "{commands: ['echo {{ sheet }}']}",
      "3:22 prepare.commands[0]: can't hold a template: put the value into prepare.environment and use the variable [V011]",
    ],
    ["{commands: [{run: x, inputs: ['[']}]}", expect.stringContaining("prepare.commands[0].inputs: ") as string],
    ["{environment: {TUTTI_PORT_0: x}}", expect.stringContaining("names that begin with TUTTI_ are Tutti's") as string],
    ["{ports: 11}", "3:18 prepare.ports: must be at most 10 [V011]"],
    ["{includes: [.env]}", '3:11 prepare.includes: unknown key; did you mean "include"? [V012]'],
    ["{include: ['']}", "3:21 prepare.include[0]: is not a pattern of files [V011]"],
    ["{include: ['../.env']}", "3:21 prepare.include[0]: must stay inside the checkout (no ..) [V011]"],
  ])("is refused where it can't be meant: %s", (prepare, line) => {
    expect(errorsIn(withPrepare(prepare))).toEqual([line]);
  });
});
