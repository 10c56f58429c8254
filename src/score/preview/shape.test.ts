import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Plan } from "../plan/plan.ts";
import { planShape, sheetGroups } from "./shape.ts";

/** Sheet → those it waits for. */
function plan(links: Readonly<Record<string, readonly string[]>>): Plan {
  return makePlan(Object.entries(links).map(([id, after]) => makeSheet(id, { after: after as SheetId[] })));
}

function copies(id: string, number: number, after: readonly string[] = []): Plan["sheets"] {
  return Array.from({ length: number }, (_, index) => {
    const sheet = makeSheet(`${id}-${String(index + 1)}`, { after: after as SheetId[] });
    return { ...sheet, numbers: { ...sheet.numbers, instance: index + 1, fan_count: number } };
  });
}

const labels = (of: Plan): readonly string[] => sheetGroups(of).map(({ label }) => label);

describe("the shape of a plan", () => {
  it("has a sheet one level behind the last that it waits for", () => {
    const { levels, longestChain } = planShape(plan({ end: ["b", "a"], a: [], b: ["a"], free: [] }));
    expect(levels).toEqual([[1, 3], [2], [0]]);
    expect(longestChain).toEqual([1, 2, 0]);
  });

  it("of any plan has every sheet on one level, behind all that it waits for", () => {
    const plans = fc
      .array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 40 })
      .map((links) =>
        plan(
          Object.fromEntries(
            links.map((before, index) => [
              `s${String(index)}`,
              index === 0 ? [] : [...new Set(before.map((other) => `s${String(other % index)}`))],
            ]),
          ),
        ),
      );
    fc.assert(
      fc.property(plans, (made) => {
        const { levels, levelOf, longestChain } = planShape(made);
        expect(levels.flat().toSorted((one, other) => one - other)).toEqual([...made.sheets.keys()]);
        for (const [place, { after }] of made.sheets.entries()) {
          const before = after.map((id) => levelOf[made.sheets.findIndex((sheet) => sheet.id === id)] ?? Number.NaN);
          expect(levelOf[place]).toBe(Math.max(-1, ...before) + 1);
        }
        expect(longestChain).toHaveLength(levels.length);
      }),
    );
  });
});

describe("the groups of a plan", () => {
  it("show copies as one", () => {
    expect(labels(makePlan([makeSheet("plan"), ...copies("review", 3, ["plan"]), makeSheet("end")]))).toEqual([
      "plan",
      "review ×3",
      "end",
    ]);
  });

  it("show a row of four or more as one, side by side or one after another", () => {
    expect(labels(plan({ "s-1": [], "s-2": [], "s-3": [], "s-4": [] }))).toEqual(["s-1 … s-4"]);
    expect(labels(plan({ "s-1": [], "s-2": ["s-1"], "s-3": ["s-2"], "s-4": ["s-3"], end: ["s-4"] }))).toEqual([
      "s-1 … s-4",
      "end",
    ]);
    expect(
      labels(plan({ x: [], "s-1": ["x"], "s-2": ["x", "s-1"], "s-3": ["x", "s-2"], "s-4": ["x", "s-3"] })),
    ).toEqual(["x", "s-1 … s-4"]);
  });

  it("show fewer, and those with something in between, one by one", () => {
    expect(labels(plan({ "s-1": [], "s-2": [], "s-3": [] }))).toEqual(["s-1", "s-2", "s-3"]);
    expect(labels(plan({ "s-1": [], "s-2": ["s-1"], "s-3": ["s-2"], "s-4": ["s-3"], end: ["s-2"] }))).toEqual([
      "s-1",
      "s-2",
      "s-3",
      "s-4",
      "end",
    ]);
    expect(labels(plan({ "s-1": [], "s-2": [], "s-4": [], "s-5": [] }))).toEqual(["s-1", "s-2", "s-4", "s-5"]);
  });

  it("have every sheet exactly once", () => {
    const made = makePlan([
      ...copies("a", 2),
      ...copies("b", 5),
      makeSheet("s-1"),
      makeSheet("s-2"),
      makeSheet("s-3"),
      makeSheet("s-4"),
      makeSheet("s-5"),
    ]);
    expect(sheetGroups(made).flatMap(({ members }) => members)).toEqual([...made.sheets.keys()]);
  });
});
