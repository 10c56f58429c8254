import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/score/plan/plan.ts";
import { parseScore } from "../../src/score/parse.ts";
import { type Golden, differences } from "./compare.ts";

/** Two stages, of which the second is played twice. */
const score = {
  name: "two",
  workspace: "/ws",
  sheet: { size: 1, total_items: 2, fan_out: { 2: 2 }, dependencies: { 2: [1] } },
  prompt: { template: "Sheet {{ sheet_num }} in {{ workspace }}: ♪" },
  validations: [
    { type: "file_exists", path: "a", condition: "stage == 2" },
    { type: "file_exists", path: "b" },
  ],
};

const sheetOf = (number: number, more: object): object => {
  const prompt = `Sheet ${number} in /ws: ♪`;
  return {
    stage: 2,
    fan: 2,
    items: [number, number],
    len: prompt.length,
    sha16: createHash("sha256").update(prompt).digest("hex").slice(0, 16),
    ...more,
  };
};

const golden = {
  total_sheets: 3,
  total_stages: 2,
  n_validations: 2,
  deps: { "2": [1], "3": [1] },
  sheets: {
    "1": sheetOf(1, { stage: 1, instance: 1, fan: 1, validations: [1] }),
    "2": sheetOf(2, { instance: 1, validations: [0, 1] }),
    "3": sheetOf(3, { instance: 2, validations: [0, 1] }),
  },
} as unknown as Golden;

function planOf(written: object): Plan {
  return parseScore(JSON.stringify(written), { path: "two.yaml", baseDir: "/" }).plan;
}

describe("comparing a plan with a golden file", () => {
  it("finds nothing where they are the same", () => {
    expect(differences(planOf(score), golden)).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ["sheets", { total_sheets: 4 }, /^sheets: 3, expected 4/],
    ["stages", { total_stages: 3 }, /^stages: 2, expected 3/],
    ["validations", { n_validations: 1 }, /^validations: 2, expected 1/],
    ["dependencies", { deps: { "2": [1], "3": [1, 2] } }, /^sheet 3, dependencies: \[1\], expected \[1,2\]/],
    [
      "the place of a sheet",
      { sheets: { ...golden.sheets, "3": sheetOf(3, { instance: 1, validations: [0, 1] }) } },
      /^sheet 3, place/,
    ],
    [
      "items",
      { sheets: { ...golden.sheets, "2": sheetOf(2, { instance: 1, items: [1, 2], validations: [0, 1] }) } },
      /^sheet 2, items/,
    ],
    [
      "a prompt",
      { sheets: { ...golden.sheets, "2": sheetOf(2, { instance: 1, sha16: "0".repeat(16), validations: [0, 1] }) } },
      /^sheet 2, prompt/,
    ],
    [
      "rules that apply",
      { sheets: { ...golden.sheets, "1": sheetOf(1, { stage: 1, instance: 1, fan: 1, validations: [0, 1] }) } },
      /^sheet 1, validations: \[1\]/,
    ],
  ])("tells of a difference in %s", (_, other, difference) => {
    const found = differences(planOf(score), { ...golden, ...other });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(difference);
  });

  it("expects one sheet after another where no dependency is declared, unless several may be played at once", () => {
    const bare = { ...golden, deps: {} } as Golden;
    const sheet = { size: 1, total_items: 2, fan_out: { 2: 2 } };
    expect(differences(planOf({ ...score, sheet, parallel: { enabled: true, max_concurrent: 2 } }), bare)).toEqual([]);
    const chain = { name: "chain", workspace: "/ws", sheet: { size: 1, total_items: 3 }, prompt: score.prompt };
    const sheets = Object.fromEntries(
      [1, 2, 3].map((number) => [number, sheetOf(number, { stage: number, instance: 1, fan: 1, validations: [] })]),
    );
    expect(
      differences(planOf(chain), {
        total_sheets: 3,
        total_stages: 3,
        n_validations: 0,
        deps: {},
        sheets,
      } as unknown as Golden),
    ).toEqual([]);
  });
});
