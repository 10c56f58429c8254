import { expect, it } from "vitest";
import { fatesAt } from "./undone.ts";

it.each<[string, readonly [string, string][], string, readonly string[]]>([
  ["untouched since", [["a", "b"]], "b", ["there"]],
  [
    "a later landing changed it",
    [
      ["a", "b"],
      ["b", "c"],
    ],
    "c",
    ["replaced", "there"],
  ],
  [
    "a later landing took it back",
    [
      ["a", "b"],
      ["b", "a"],
    ],
    "a",
    ["replaced", "there"],
  ],
  ["it is what it was before", [["a", "b"]], "a", ["undone"]],
  ["the file that it made is gone", [["", "b"]], "", ["undone"]],
  ["the file that it deleted is back", [["a", ""]], "a", ["undone"]],
  [
    "only the second was taken back",
    [
      ["a", "b"],
      ["b", "c"],
    ],
    "b",
    ["there", "undone"],
  ],
  [
    "both were taken back",
    [
      ["a", "b"],
      ["b", "c"],
    ],
    "a",
    ["undone", "undone"],
  ],
  [
    "a person's version of it from in between is back",
    [
      ["a", "b"],
      ["x", "c"],
    ],
    "x",
    ["replaced", "undone"],
  ],
  ["the file is gone, and was there before", [["a", "b"]], "", ["removed"]],
  [
    "edited since",
    [
      ["a", "b"],
      ["b", "c"],
    ],
    "y",
    ["changed", "changed"],
  ],
])("what became of landings where %s", (...[, touches, now, fates]) => {
  expect(
    fatesAt(
      touches.map(([before, after]) => ({ before, after })),
      now,
    ),
  ).toEqual(fates);
});
