import { expect, it } from "vitest";
import { makeOutcome } from "../../../test/kit/outcomes.ts";
import type { SheetId } from "../../base/ids.ts";
import { seeded } from "../chance.ts";
import type { Outcome } from "../outcomes/outcome.ts";
import { evaluate } from "./evaluate.ts";

/** Success by kind of work and agent; what an attempt costs. */
interface Simulated {
  readonly rates: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly usd: Readonly<Record<string, number>>;
  readonly share?: number | undefined;
}

const chosen = (items: readonly string[], chance: number): string => items[Math.floor(chance * items.length)] ?? "";

function recorded(count: number, { rates, usd, share = 0.5 }: Simulated): readonly Outcome[] {
  const chance = seeded(`record ${String(count)}`);
  return Array.from({ length: count }, (_, index) => {
    const work = chosen(Object.keys(rates), chance());
    const agent = chosen(Object.keys(usd), chance());
    return makeOutcome({
      sheet: `s${String(index)}` as SheetId,
      work,
      agent,
      usd: usd[agent] ?? 0,
      fate: chance() < (rates[work]?.[agent] ?? 0) ? "landed" : "failed",
      drawn: share === 0 ? null : { order: [0], routed: { by: "order", why: "", share } },
    });
  });
}

const apart: Simulated = { rates: { x: { a: 0.9, b: 0.2 }, y: { a: 0.2, b: 0.9 } }, usd: { a: 1, b: 1 } };

it("routing is good where agents are good at different work", () => {
  const found = evaluate(recorded(1_200, apart));
  expect(found).toMatchObject({ isGood: true, usable: 1_200 });
  expect(found.ratio?.high).toBeLessThan(0.9);
  expect(found.routed.landed / found.routed.counted).toBeGreaterThan(0.8);
});

it("routing is refused on too few attempts, with the figures", () => {
  expect(evaluate(recorded(100, apart))).toMatchObject({
    isGood: false,
    why: expect.stringMatching(/^100 recorded first attempts can be used, of [ab] \d+; 400 are needed/) as string,
  });
});

it("attempts with a person's choice of agent say nothing about other choices", () => {
  expect(evaluate(recorded(1_200, { ...apart, share: 0 }))).toMatchObject({ isGood: false, usable: 0 });
});

it("retries of a sheet are not counted again", () => {
  const twice = recorded(500, apart).flatMap((outcome) => [outcome, { ...outcome, attempt: 2 }]);
  expect(evaluate(twice).usable).toBe(500);
});

it("where one agent is best at everything, routing is no worse than that agent within the margin, or refused", () => {
  const found = evaluate(recorded(3_000, { rates: { x: { a: 0.8, b: 0.4 } }, usd: { a: 1, b: 1 } }));
  expect(found.best?.agent).toBe("a");
  expect(found.ratio?.value).toBeLessThan(1.1);
  expect(found.isGood).toBe((found.ratio?.high ?? 9) <= 1.1);
});
