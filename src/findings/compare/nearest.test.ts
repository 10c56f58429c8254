import fc from "fast-check";
import { expect, it } from "vitest";
import { type Placed, nearestPairs } from "./nearest.ts";

/** `b3 a7`: one before at 3, one after at 7. */
const things = (text: string): readonly Placed[] =>
  text.split(" ").map((one) => ({ side: one.startsWith("b") ? "before" : "after", at: Number(one.slice(1)) }));
const pairs = (text: string): readonly string[] =>
  nearestPairs(things(text)).map(([before, after]) => `b${String(before.at)} a${String(after.at)}`);

it.each([
  ["b1", []],
  ["b1 b2", []],
  ["b1 a9", ["b1 a9"]],
  ["a1 b9", ["b9 a1"]],
  ["b1 b8 a9", ["b8 a9"]],
  ["b1 a2 b8", ["b1 a2"]],
  ["b1 a7 b8", ["b8 a7"]],
  ["b1 a5 b9", ["b1 a5"]],
  ["b0 a10 b19 a27 b34 a40", ["b34 a40", "b19 a27", "b0 a10"]],
  ["b1 b2 a3 a4", ["b2 a3", "b1 a4"]],
  ["b0 a3 a3 b4 b4", ["b4 a3", "b4 a3"]],
])("%s: the nearest are pairs", (text, expected) => {
  expect(pairs(text)).toEqual(expected);
});

it("as many as can be, none twice, and never two that would both be nearer to each other", () => {
  const thing = fc.record({
    side: fc.constantFrom("before" as const, "after" as const),
    at: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 30 }), (unsorted) => {
      const all = unsorted.toSorted((one, other) => one.at - other.at);
      const found = nearestPairs(all);
      const count = (side: string): number => all.filter((one) => one.side === side).length;
      expect(found).toHaveLength(Math.min(count("before"), count("after")));
      expect(new Set(found.flat()).size).toBe(2 * found.length);
      const gap = new Map<Placed, number>(
        found.flatMap(([one, other]) => [one, other].map((end) => [end, Math.abs(one.at - other.at)] as const)),
      );
      for (const one of all.filter(({ side }) => side === "before"))
        for (const other of all.filter(({ side }) => side === "after"))
          expect(Math.abs(one.at - other.at)).toBeGreaterThanOrEqual(
            Math.min(gap.get(one) ?? Infinity, gap.get(other) ?? Infinity),
          );
    }),
  );
});
