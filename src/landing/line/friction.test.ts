import { expect, it } from "vitest";
import { leastFrictionFirst } from "./friction.ts";

const order = (
  frictions: Readonly<Record<string, number>>,
  altered: readonly (readonly string[])[],
): readonly number[] =>
  leastFrictionFirst([0, 1, 2], {
    friction: (one, other) => frictions[`${String(one)} ${String(other)}`] ?? 0,
    altered: (at) => altered[at] ?? [],
  });

it("results that are in the way of others land after them, and equals keep their order", () => {
  expect(order({}, [])).toEqual([0, 1, 2]);
  expect(order({ "0 1": 5, "0 2": 1 }, [])).toEqual([2, 1, 0]);
});

it("results that alter more lines land later, but for lines that most alter", () => {
  expect(order({}, [["a", "b"], ["a"], []])).toEqual([1, 2, 0]);
});
