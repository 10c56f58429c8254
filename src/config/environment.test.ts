import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanupSettingsFrom } from "../isolation/cleanup/settings.ts";
import { diskLimitsFrom } from "../isolation/disk/govern.ts";
import { environmentOf, settingsIn } from "./environment.ts";
import type { Settings } from "./keys.ts";

const defaults = settingsIn({});

test("settings come through an environment as they were", () => {
  const bytes = fc.integer({ min: 0, max: 999_999_999_999_999 });
  const changes = fc.record({
    parallel: fc.option(fc.integer({ min: 1, max: 1000 })),
    containment: fc.constantFrom("auto", "bwrap", "unshare", "group"),
    "conductor.idle_exit": fc.option(fc.integer({ min: 0, max: 2_000_000_000 })),
    "conductor.max_sheets": fc.option(fc.integer({ min: 1, max: 10_000 })),
    "limits.memory_floor": fc.option(bytes),
    "limits.disk_floor": fc.option(bytes),
    "cleanup.keep_failed": fc.boolean(),
    "cleanup.max_contexts": fc.option(fc.nat(999_999_999)),
    "cleanup.trash_size": bytes,
  }) as fc.Arbitrary<Partial<Settings>>;
  fc.assert(
    fc.property(changes, (change) => {
      const settings = { ...defaults, ...change };
      expect(settingsIn(environmentOf(settings))).toEqual(settings);
    }),
  );
});

test("what cleans up and what watches the disk have the defaults that the table has, and read the same variables", () => {
  const changed: Settings = {
    ...defaults,
    "limits.disk_warning": 25e9,
    "limits.disk_floor": 1_610_612_736,
    "cleanup.age_days": 0.5,
    "cleanup.keep_failed": false,
    "cleanup.max_contexts": 20,
    "cleanup.max_size": 50e9,
    "cleanup.trash_days": 0,
    "cleanup.trash_size": 1,
  };
  for (const settings of [defaults, changed]) {
    const env = environmentOf(settings);
    expect(diskLimitsFrom(env)).toEqual({
      warningBytes: settings["limits.disk_warning"],
      floorBytes: settings["limits.disk_floor"],
    });
    expect(cleanupSettingsFrom(env)).toEqual({
      ageDays: settings["cleanup.age_days"],
      keepFailed: settings["cleanup.keep_failed"],
      maxContexts: settings["cleanup.max_contexts"],
      maxBytes: settings["cleanup.max_size"],
      trashDays: settings["cleanup.trash_days"],
      trashBytes: settings["cleanup.trash_size"],
    });
  }
  expect([diskLimitsFrom({}), cleanupSettingsFrom({})]).toEqual([
    diskLimitsFrom(environmentOf(defaults)),
    cleanupSettingsFrom(environmentOf(defaults)),
  ]);
});
