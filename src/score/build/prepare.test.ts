import { describe, expect, it } from "vitest";
import { errorsIn, planOf } from "../../../test/kit/scores.ts";

const withPrepare = (prepare: string): string => `agent: scripted\nsheets: [{id: a, prompt: x}]\nprepare: ${prepare}\n`;

describe("prepare", () => {
  it("says what contexts get besides what the checkout has installed", () => {
    expect(planOf(withPrepare("{include: ['.env*', '!/.env.production']}")).prepare).toEqual({
      include: [".env*", "!/.env.production"],
    });
    expect(planOf("agent: scripted\nsheets: [{id: a, prompt: x}]\n").prepare).toBeUndefined();
  });

  it.each([
    ["{includes: [.env]}", '3:11 prepare.includes: unknown key; did you mean "include"? [V012]'],
    ["{include: ['']}", "3:21 prepare.include[0]: is not a pattern of files [V011]"],
    ["{include: ['../.env']}", "3:21 prepare.include[0]: must stay inside the checkout (no ..) [V011]"],
  ])("is refused where it can't be meant: %s", (prepare, line) => {
    expect(errorsIn(withPrepare(prepare))).toEqual([line]);
  });
});
