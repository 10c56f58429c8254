import fc from "fast-check";
import { expect, it } from "vitest";
import { diagnosisOf } from "../../../../test/kit/scores.ts";
import type { Plan } from "../../plan/plan.ts";
import { isError } from "../../source/problem.ts";
import { times } from "../../../../test/kit/long.ts";

const ids = ["a", "b", "c", "d", "e"] as const;

/** A group of one of the three kinds, or a plain sheet. */
const group = fc.oneof(
  fc.constant({}),
  fc.record({ fan_out: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    items: fc.record({
      total: fc.integer({ min: 1, max: 9 }),
      size: fc.integer({ min: 1, max: 4 }),
      start: fc.integer({ min: 1, max: 3 }),
      sequential: fc.boolean(),
    }),
  }),
);

/** The possible references: a group, one copy of it, or one that may not be there. */
const name = (among: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...among), fc.constantFrom("", "", "", "-1", "-2")).map((parts) => parts.join(""));

/** Sheets in any order, most of which come only after such as are written before them. */
const sheets = fc
  .array(fc.tuple(group, fc.array(name(ids), { maxLength: 2 })), { minLength: 1, maxLength: 5 })
  .chain((written) =>
    fc.shuffledSubarray(
      written.map(([shape, after], index) => ({
        id: ids[index],
        prompt: "x",
        ...shape,
        after: after.filter((other) => other < (ids[index] ?? "")),
      })),
      { minLength: written.length },
    ),
  );

/** The same without the care that makes most of them valid. */
const careless = fc
  .array(fc.tuple(fc.constantFrom(...ids), group, fc.array(name(ids), { maxLength: 2 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((written) => written.map(([id, shape, after]) => ({ id, prompt: "x", ...shape, after })));

function textOf(written: readonly object[]): string {
  return JSON.stringify({ agent: "scripted", sheets: written });
}

/** The slow way, by going through all sheets as often as there are any. */
function canBeOrdered({ sheets: planned }: Plan): boolean {
  const ready = new Set<string>();
  for (let round = 0; round < planned.length; round++) {
    for (const sheet of planned) if (sheet.after.every((id) => ready.has(id))) ready.add(sheet.id);
  }
  return ready.size === planned.length;
}

function expectSound(plan: Plan): void {
  const known = new Set<string>(plan.sheets.map(({ id }) => id));
  expect(known.size).toBe(plan.sheets.length);
  expect(canBeOrdered(plan)).toBe(true);
  for (const [index, { id, after, numbers }] of plan.sheets.entries()) {
    expect(after.every((other) => known.has(other) && other !== id)).toBe(true);
    expect(new Set(after).size).toBe(after.length);
    expect(numbers).toMatchObject({ sheet_num: index + 1, total_sheets: plan.sheets.length });
    expect(numbers.instance).toBeLessThanOrEqual(numbers.fan_count);
    expect(numbers.stage).toBeLessThanOrEqual(numbers.total_stages);
    expect(numbers.start_item).toBeLessThanOrEqual(numbers.end_item);
  }
}

it("any plan that was made has no circle, no link to nothing, and its numbers in order", () => {
  let accepted = 0;
  const check = fc.property(
    fc.oneof({ weight: 3, arbitrary: sheets }, { weight: 1, arbitrary: careless }),
    (written) => {
      const { plan, problems } = diagnosisOf(textOf(written));
      if (plan === null) {
        expect(problems.some(isError)).toBe(true);
        return;
      }
      accepted += 1;
      expectSound(plan);
    },
  );
  fc.assert(check, { numRuns: times(125, 500) });
  // Else it would say nothing.
  expect(accepted).toBeGreaterThan(times(40, 150));
});

it("sheets that only come after whole groups written before them are always accepted", () => {
  const upward = fc
    .array(fc.tuple(group, fc.array(fc.nat(), { maxLength: 3 })), { minLength: 1, maxLength: 6 })
    .map((written) =>
      written.map(([shape, picks], index) => ({
        id: `s${index}`,
        prompt: "x",
        ...shape,
        after: index === 0 ? [] : [...new Set(picks.map((pick) => `s${pick % index}`))],
      })),
    );
  const hasItems = (written: readonly object[]): boolean =>
    written.every(
      (sheet) =>
        !("items" in sheet) ||
        (sheet.items as { total: number; start: number }).total >= (sheet.items as { start: number }).start,
    );
  const check = fc.property(upward.filter(hasItems), (written) => {
    const { plan } = diagnosisOf(textOf(written));
    expect(plan).not.toBeNull();
    if (plan !== null) expectSound(plan);
  });
  fc.assert(check, { numRuns: times(75, 300) });
});
