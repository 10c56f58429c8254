import fc from "fast-check";
import { expect, test } from "vitest";
import { type DiskLevel, type DiskRoom, governDisk, isAtLeast } from "./govern.ts";

const gb = 1e9;
const large = (freeGb: number): DiskRoom => ({ freeBytes: freeGb * gb, totalBytes: 500 * gb });
const defaults = { warningBytes: 10 * gb, floorBytes: null };

test("there is a warning below 10 GB, no new sheet below 2 GB, and no agent below half a GB", () => {
  const levels = [10, 9.99, 2, 1.99, 0.5, 0.49, 0].map((freeGb) => governDisk(large(freeGb), defaults));
  expect(levels).toEqual(["ample", "low", "low", "short", "short", "full", "full"]);
});

test("on a small disk the floor is a twentieth of it", () => {
  const levels = [1, 0.99, 0.25, 0.24].map((freeGb) =>
    governDisk({ freeBytes: freeGb * gb, totalBytes: 20 * gb }, defaults),
  );
  expect(levels).toEqual(["low", "short", "short", "full"]);
});

test("a floor that is set holds on every disk, and a limit of 0 is never reached", () => {
  expect(governDisk({ freeBytes: 4.9 * gb, totalBytes: 6 * gb }, { ...defaults, floorBytes: 5 * gb })).toBe("short");
  expect(governDisk(large(0), { warningBytes: 0, floorBytes: 0 })).toBe("ample");
});

test("a level is left only with a quarter more room than its limit", () => {
  const next = (before: DiskLevel, freeGb: number): DiskLevel => governDisk(large(freeGb), defaults, before);
  expect([next("low", 10), next("low", 12.4), next("low", 12.5)]).toEqual(["low", "low", "ample"]);
  expect([next("short", 2.4), next("short", 2.5), next("short", 100)]).toEqual(["short", "low", "ample"]);
  expect([next("full", 0.6), next("full", 0.625), next("full", 2.4), next("full", 2.5)]).toEqual([
    "full",
    "short",
    "short",
    "low",
  ]);
});

test("a file system without a known size blocks nothing", () => {
  expect(governDisk({ freeBytes: 0, totalBytes: 0 }, defaults, "full")).toBe("ample");
});

const levels = fc.constantFrom<DiskLevel[]>("ample", "low", "short", "full");
const sizes = fc.integer({ min: 0, max: 40_000 }).map((tenMb) => tenMb * 1e7);
const limits = fc.record({ warningBytes: sizes, floorBytes: fc.option(sizes) });

test("less room is never a better level, and the same room twice gives the same level", () => {
  fc.assert(
    fc.property(fc.tuple(sizes, sizes), limits, levels, ([one, other], limit, before) => {
      const totalBytes = 400 * gb;
      const less = governDisk({ freeBytes: Math.min(one, other), totalBytes }, limit, before);
      const more = governDisk({ freeBytes: Math.max(one, other), totalBytes }, limit, before);
      expect(isAtLeast(less, more)).toBe(true);
      expect(governDisk({ freeBytes: Math.min(one, other), totalBytes }, limit, less)).toBe(less);
    }),
  );
});
