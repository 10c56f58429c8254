import { expect, test } from "vitest";
import { cleanupSettingsFrom } from "./settings.ts";

test("failed contexts are kept for a week, and trash for a day", () => {
  expect(cleanupSettingsFrom({})).toEqual({
    ageDays: 7,
    keepFailed: true,
    maxContexts: null,
    maxBytes: null,
    trashDays: 1,
    trashBytes: 2_000_000_000,
  });
});

test("every limit can be set", () => {
  const env = {
    TUTTI_CLEANUP_AGE_DAYS: "0.5",
    TUTTI_KEEP_FAILED: "No",
    TUTTI_CLEANUP_MAX_CONTEXTS: "20",
    TUTTI_CLEANUP_MAX_GB: "50",
    TUTTI_TRASH_DAYS: "0",
    TUTTI_TRASH_GB: "0.1",
  };
  expect(cleanupSettingsFrom(env)).toEqual({
    ageDays: 0.5,
    keepFailed: false,
    maxContexts: 20,
    maxBytes: 50_000_000_000,
    trashDays: 0,
    trashBytes: 100_000_000,
  });
});

for (const [text, keepFailed] of [
  ["true", true],
  ["1", true],
  ["yes", true],
  ["false", false],
  ["0", false],
  ["no", false],
] as const) {
  test(`TUTTI_KEEP_FAILED=${text} means ${keepFailed}`, () => {
    expect(cleanupSettingsFrom({ TUTTI_KEEP_FAILED: text }).keepFailed).toBe(keepFailed);
  });
}

const nonsense = {
  TUTTI_CLEANUP_AGE_DAYS: "-7",
  TUTTI_KEEP_FAILED: "maybe",
  TUTTI_CLEANUP_MAX_CONTEXTS: "2.5",
  TUTTI_CLEANUP_MAX_GB: "many",
  TUTTI_TRASH_DAYS: "1d",
  TUTTI_TRASH_GB: "0x2",
};
for (const [name, value] of Object.entries(nonsense)) {
  test(`${name}=${value} is refused by name`, () => {
    expect(() => cleanupSettingsFrom({ [name]: value })).toThrow(
      expect.objectContaining({
        code: "settings.invalid",
        message: expect.stringContaining(`${name} is "${value}"; it must be `) as string,
      }),
    );
  });
}
