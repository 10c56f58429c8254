import { expect, test } from "vitest";
import { diskLimitsFrom } from "./govern.ts";

test("limits are given in gigabytes of a thousand million bytes", () => {
  expect(diskLimitsFrom({})).toEqual({ warningBytes: 10_000_000_000, floorBytes: null });
  expect(diskLimitsFrom({ TUTTI_DISK_WARNING_GB: "25", TUTTI_DISK_FLOOR_GB: " 0.5 " })).toEqual({
    warningBytes: 25_000_000_000,
    floorBytes: 500_000_000,
  });
  expect(diskLimitsFrom({ TUTTI_DISK_WARNING_GB: "", TUTTI_DISK_FLOOR_GB: "0" })).toEqual({
    warningBytes: 10_000_000_000,
    floorBytes: 0,
  });
});

for (const text of ["ten", "-1", "10GB", "1e3", "0x10", "Infinity", "NaN", "1,5", "1.", "9".repeat(30)]) {
  test(`a limit of ${JSON.stringify(text.slice(0, 12))} is refused by name`, () => {
    expect(() => diskLimitsFrom({ TUTTI_DISK_FLOOR_GB: text })).toThrow(
      expect.objectContaining({
        code: "settings.invalid",
        message: expect.stringMatching(/^TUTTI_DISK_FLOOR_GB is ".+; it must be a number of gigabytes/) as string,
      }),
    );
  });
}
