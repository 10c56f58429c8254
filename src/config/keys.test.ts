import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changedKeys } from "./changed.ts";
import { entryOf, keyNames } from "./keys.ts";
import { mergeLayers, settingsIn } from "./merge.ts";
import { withKeys } from "./page.ts";
import { bytesOf, writtenSize } from "./kinds.ts";

const { settings } = mergeLayers({});

test.each(keyNames)("the default of %s can be written and read again", (key) => {
  const { kind, default: usual } = entryOf(key);
  expect(kind.read(kind.print(usual))).toBe(usual);
  expect(kind.readText(String(kind.print(usual)))).toBe(usual);
});

/** Older than the file: scripts of others have them. */
const older = new Map(
  Object.entries({
    "limits.disk_warning": "TUTTI_DISK_WARNING_GB",
    "limits.disk_floor": "TUTTI_DISK_FLOOR_GB",
    "cleanup.keep_failed": "TUTTI_KEEP_FAILED",
    "cleanup.max_size": "TUTTI_CLEANUP_MAX_GB",
    "cleanup.trash_days": "TUTTI_TRASH_DAYS",
    "cleanup.trash_size": "TUTTI_TRASH_GB",
  }),
);

test.each(keyNames)("the variable of %s is its name, or the one it always had", (key) => {
  expect(entryOf(key).variable).toBe(older.get(key) ?? `TUTTI_${key.replace(".", "_").toUpperCase()}`);
});

test("docs/config.md has the keys as they are", () => {
  const page = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");
  expect(withKeys(page)).toBe(page);
});

test("a page that does not say where the keys go is not written", () => {
  expect(withKeys("no marks")).toBeNull();
});

test("a reload says what applies at once and what waits for a restart", () => {
  expect(changedKeys(settings, settings)).toEqual({ changed: [], needRestart: [] });
  const after = {
    ...settings,
    parallel: 3,
    containment: "group" as const,
    "cleanup.age_days": 8,
    "conductor.log_files": 2,
  };
  expect(changedKeys(settings, after)).toEqual({
    changed: ["parallel", "cleanup.age_days"],
    needRestart: ["containment", "conductor.log_files"],
  });
});

test.each([
  ["2GB", 2e9],
  ["512MB", 512e6],
  ["1.5 GiB", 1.5 * 2 ** 30],
  ["0B", 0],
  [17, 17],
  ["2", undefined],
  ["2 gigs", undefined],
  ["-1GB", undefined],
  ["1e3MB", undefined],
  [-1, undefined],
  [0.5, undefined],
  [null, undefined],
])("a size of %j is %j bytes", (written, bytes) => {
  expect(bytesOf(written)).toBe(bytes);
});

test.each([0, 1, 999, 1000, 1500, 512e6, 2e9, 123_456_789, 10e9, 2 ** 30])(
  "a size of %d bytes is written so that it is read as the same",
  (bytes) => {
    expect(bytesOf(writtenSize(bytes))).toBe(bytes);
  },
);

test("variables that are older than the file give sizes in gigabytes of a thousand million bytes", () => {
  expect(settingsIn({ TUTTI_DISK_WARNING_GB: "25", TUTTI_DISK_FLOOR_GB: " 0.5 ", TUTTI_TRASH_GB: "" })).toMatchObject({
    "limits.disk_warning": 25e9,
    "limits.disk_floor": 5e8,
    "cleanup.trash_size": 2e9,
  });
});

test.each([
  ["TUTTI_CLEANUP_AGE_DAYS", "-7"],
  ["TUTTI_KEEP_FAILED", "maybe"],
  ["TUTTI_CLEANUP_MAX_CONTEXTS", "2.5"],
  ["TUTTI_TRASH_DAYS", "1d"],
  ["TUTTI_CONTAINMENT", "docker"],
  ...["ten", "-1", "10GB", "1e3", "0x10", "Infinity", "NaN", "1,5", "1.", "9".repeat(30)].map((text) => [
    "TUTTI_DISK_FLOOR_GB",
    text,
  ]),
])("%s=%s is refused by name", (name, text) => {
  expect(() => settingsIn({ [name]: text })).toThrow(
    expect.objectContaining({
      code: "settings.invalid",
      message: expect.stringContaining(`${name} is "${text}"; it must be `) as string,
    }),
  );
});

test("a variable of a setting is read in src/config and nowhere else", () => {
  const names = keyNames.map((key) => entryOf(key).variable);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("config/"),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((path) => names.some((name) => readFileSync(`src/${path}`, "utf8").includes(name)))).toEqual(
    [],
  );
});

test("a list of commands is read from a file as a list or one line, and from a variable as lines", () => {
  const { kind } = entryOf("task.validations");
  expect(kind.read(["npm test", "make"])).toEqual(["npm test", "make"]);
  expect(kind.read("npm test")).toEqual(["npm test"]);
  expect(kind.readText("npm test\n\nmake")).toEqual(["npm test", "make"]);
  expect([kind.read(["npm test", ""]), kind.read([1]), kind.read({}), kind.read("none")]).toEqual([
    undefined,
    undefined,
    undefined,
    null,
  ]);
});
