import fc from "fast-check";
import { expect, it } from "vitest";
import { durationMs, durationText } from "./duration.ts";

it.each([
  [0, 0],
  [90, 90_000],
  [0.25, 250],
  ["500ms", 500],
  ["90s", 90_000],
  ["1.5m", 90_000],
  ["2h", 7_200_000],
  ["576h", 2_073_600_000],
])("%s is %i ms", (written, ms) => {
  expect(durationMs(written)).toEqual({ kind: "means", value: ms });
});

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "", "5", "5 m", "m", "-1s", "1e3s", "2d", "1h30m", "577h", 9e9])(
  "%s is no duration",
  (written) => {
    expect(durationMs(written).kind).toBe("wrong");
  },
);

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

it("a printed duration means the same when it is read", () => {
  fc.assert(
    fc.property(fc.nat(24 * 24 * 3_600_000), (ms) => {
      expect(durationMs(durationText(ms))).toEqual({ kind: "means", value: ms });
    }),
  );
});
