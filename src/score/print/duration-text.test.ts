import fc from "fast-check";
import { expect, it } from "vitest";
import { durationMs } from "../duration.ts";
import { durationText } from "./duration-text.ts";

it.each([
  [0, "0s"],
  [500, "500ms"],
  [1_500, "1500ms"],
  [90_000, "90s"],
  [300_000, "5m"],
  [5_400_000, "90m"],
  [7_200_000, "2h"],
])("%i milliseconds are written %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it("what is written means the same when it is read", () => {
  fc.assert(
    fc.property(fc.nat(24 * 24 * 3_600_000), (ms) => {
      expect(durationMs(durationText(ms))).toEqual({ kind: "means", value: ms });
    }),
  );
});
