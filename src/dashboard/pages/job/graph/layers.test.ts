import { expect, it } from "vitest";
import { layerPlaces } from "./layers.ts";

const chain = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: `s${String(place)}`,
    after: place === 0 ? [] : [`s${String(place - 1)}`],
  }));

it("a sheet is to the right of every sheet that it waits for", () => {
  const places = layerPlaces([
    { id: "d", after: ["b", "c"] },
    { id: "a", after: [] },
    { id: "b", after: ["a"] },
    { id: "c", after: ["b"] },
  ]);
  const x = (id: string): number => places.get(id)?.x ?? NaN;
  expect([x("a") < x("b"), x("b") < x("c"), x("c") < x("d")]).toEqual([true, true, true]);
});

it("ten thousand sheets have places of their own, in a chain and side by side", () => {
  const many = Array.from({ length: 10_000 }, (_, place) => ({ id: `m${String(place)}`, after: [] }));
  for (const sheets of [chain(10_000), many]) {
    const places = [...layerPlaces(sheets).values()].map(({ x, y }) => `${String(x)} ${String(y)}`);
    expect(new Set(places).size).toBe(10_000);
  }
});

it("a name that no sheet has keeps no sheet from its place", () => {
  expect(layerPlaces([{ id: "a", after: ["gone"] }]).get("a")).toEqual({ x: 0, y: -13 });
});
