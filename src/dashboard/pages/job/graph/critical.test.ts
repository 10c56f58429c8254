import { expect, it } from "vitest";
import { criticalPath } from "./critical.ts";

const piece = (id: string, ms: number, ...after: readonly string[]) => ({ id, ms, after });

it("the critical path is the longest chain by work, not by number of sheets", () => {
  const pieces = [piece("a", 1), piece("b", 1, "a"), piece("c", 1, "b"), piece("x", 9), piece("y", 2, "x", "a")];
  expect(criticalPath(pieces)).toEqual(["x", "y"]);
});

it("sheets that wait for others come after them, in any order of the score", () => {
  expect(criticalPath([piece("late", 1, "early"), piece("early", 1)])).toEqual(["early", "late"]);
  expect(criticalPath([])).toEqual([]);
});

it("a chain of ten thousand is no deeper than the machine allows", () => {
  const pieces = Array.from({ length: 10_000 }, (_, place) =>
    piece(`${place}`, 1, ...(place === 0 ? [] : [`${place - 1}`])),
  );
  expect(criticalPath(pieces)).toHaveLength(10_000);
});
