import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { calmestFirst, landingOrder } from "./order.ts";
import { meets, reachOf } from "./reach.ts";

interface Item {
  readonly name: string;
  readonly reach: ReturnType<typeof reachOf>;
}

const item = (name: string, ...paths: readonly string[]): Item => ({
  name,
  reach: reachOf(paths.map((path) => ({ path, status: "M" }))),
});
const names = (items: readonly Item[]): readonly string[] => items.map(({ name }) => name);

test.each<[string, readonly Item[], readonly string[]]>([
  [
    "those that meet no other come first, in their own order",
    [item("one", "a"), item("two", "b"), item("three", "a"), item("four", "c")],
    ["two", "four", "one", "three"],
  ],
  ["a line in which no two meet stays as it is", [item("one", "a"), item("two", "b")], ["one", "two"]],
  [
    "a line in which all meet stays as it is",
    [item("one", "a"), item("two", "a", "b"), item("three", "b")],
    ["one", "two", "three"],
  ],
  [
    "a file that is a folder of another meets it",
    [item("one", "d"), item("two", "d/in"), item("three", "e")],
    ["three", "one", "two"],
  ],
  ["an empty line is one", [], []],
])("%s", (_, line, expected) => {
  const { alone, meeting } = landingOrder(line);
  expect(names([...alone, ...meeting])).toEqual(expected);
});

it("no result is lost or doubled, results that meet no other are in front, and each part keeps its order", () => {
  const anyChange = fc.record({
    path: fc.constantFrom("a", "b", "c", "d/e", "d", "f", "g/h", "g/i", "k/l"),
    status: fc.constantFrom("A", "M", "D"),
  });
  const anyLine = fc.array(fc.uniqueArray(anyChange, { maxLength: 3, selector: ({ path }) => path }), { maxLength: 8 });
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 1, max: 3 }), (line, most) => {
      const items = line.map((changes, place): Item => ({ name: String(place), reach: reachOf(changes, most) }));
      const isAlone = (one: Item): boolean => items.every((other) => other === one || !meets(one.reach, other.reach));
      expect(landingOrder(items)).toEqual({
        alone: items.filter(isAlone),
        meeting: items.filter((one) => !isAlone(one)),
      });
    }),
  );
});

it("the fewer one collides with, the earlier it lands; the target counts, and equals keep their order", () => {
  const collisions = [
    { left: 0, right: 1 },
    { left: 0, right: 3 },
    { left: 4, right: null },
  ];
  expect(calmestFirst(6, collisions)).toEqual([2, 5, 1, 3, 4, 0]);
});
