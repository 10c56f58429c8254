import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOf } from "../../../test/kit/scores.ts";
import { parseScore } from "../parse.ts";
import type { Plan } from "../plan.ts";

function parse(text: string): Plan {
  return parseScore(text, { path: "s.yaml", baseDir: "/base" });
}

const wrong = (text: string): readonly string[] => faultsOf(() => parse(text), "s.yaml");

describe("dependencies", () => {
  it("are one id or a list of them, each once", () => {
    const { sheets } = parse("agent: scripted\nsheets: [{id: a, prompt: x}, {id: b, prompt: x, after: a}, {id: c, prompt: x, after: [a, b, a]}]");
    expect(sheets.map((sheet) => sheet.after)).toEqual([[], ["a"], ["a", "b"]]);
  });

  it("on nothing, on oneself and in a circle are errors", () => {
    expect(
      wrong(
        "agent: scripted\nsheets:\n - {id: one, prompt: x, after: [two]}\n - {id: two, prompt: x, after: [tree, three]}\n - {id: three, prompt: x, after: [three, one]}\n",
      ),
    ).toEqual([
      "score.invalid",
      "3:33 sheets[0].after[0]: a circle: one → two → three → one; no sheet of it could ever start",
      '4:33 sheets[1].after[0]: there is no sheet "tree"; did you mean "three"?',
      "5:35 sheets[2].after[0]: a sheet can't come after itself",
    ]);
  });

  it("of 10,000 sheets in one chain are read like any others", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => ` - {id: s${index}, prompt: x${index === 0 ? "" : `, after: s${index - 1}`}}\n`);
    expect(parse(`agent: scripted\nsheets:\n${lines.join("")}`).sheets).toHaveLength(10_000);
  });

  it("of any plan that was accepted can be put in an order", () => {
    const score = fc.array(fc.record({ id: fc.constantFrom(..."abcdefgh"), after: fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    const check = fc.property(score, (sheets) => {
      const text = JSON.stringify({ agent: "scripted", sheets: sheets.map((sheet) => ({ ...sheet, prompt: "x" })) });
      if (wrong(text).length === 0) expect(canBeOrdered(parse(text))).toBe(true);
      else expect(isFlawed(sheets)).toBe(true);
    });
    fc.assert(check, { numRuns: 500 });
  });
});

function canBeOrdered(plan: Plan): boolean {
  const ready = new Set<string>();
  for (let round = 0; round < plan.sheets.length; round++) {
    for (const sheet of plan.sheets) if (sheet.after.every((id) => ready.has(id))) ready.add(sheet.id);
  }
  return ready.size === plan.sheets.length;
}

/** Ids twice, links to nothing, or a circle: found the slow way, by following every link as often as there are sheets. */
function isFlawed(sheets: readonly { readonly id: string; readonly after: readonly string[] }[]): boolean {
  const ids = new Set(sheets.map((sheet) => sheet.id));
  if (ids.size < sheets.length || sheets.some((sheet) => sheet.after.some((id) => !ids.has(id)))) return true;
  const ready = new Set<string>();
  for (let round = 0; round < sheets.length; round++) {
    for (const sheet of sheets) if (sheet.after.every((id) => ready.has(id))) ready.add(sheet.id);
  }
  return ready.size < sheets.length;
}
