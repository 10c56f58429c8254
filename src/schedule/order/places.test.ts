import fc from "fast-check";
import { expect, it } from "vitest";
import { makePlaces } from "../agenda.ts";

it.each([1, 32, 33, 1_024, 1_025, 40_000])(
  "of %i places it holds those that were added and not removed, in order",
  (upTo) => {
    const steps = fc.array(
      fc.record({
        place: fc.oneof(fc.nat(upTo - 1), fc.nat(Math.min(40, upTo - 1))),
        isIn: fc.boolean(),
        count: fc.integer({ min: -1, max: 5 }),
      }),
    );
    const check = fc.property(steps, (taken) => {
      const places = makePlaces(upTo);
      const plain = new Set<number>();
      for (const { place, isIn, count } of [...taken, { place: upTo - 1, isIn: true, count: upTo }]) {
        if (isIn) places.add(place);
        else places.delete(place);
        if (isIn) plain.add(place);
        else plain.delete(place);
        expect(places.first(count)).toEqual([...plain].sort((one, other) => one - other).slice(0, Math.max(0, count)));
      }
    });
    fc.assert(check, { numRuns: 100 });
  },
);

it("a plan without sheets has no places", () => {
  expect(makePlaces(0).first(3)).toEqual([]);
});
