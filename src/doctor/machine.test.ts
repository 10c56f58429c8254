import { expect, test } from "vitest";
import { settingsIn } from "../config/merge.ts";
import { diskFinding, filesFinding, memoryFinding, nodeFinding } from "./doctor.ts";

const settings = settingsIn({});
const memory = { totalBytes: 16e9, availableBytes: 8e9 };

test.each([
  ["24.1.0", "ok"],
  ["22.13.0", "ok"],
  ["22.12.9", "bad"],
  ["20.19.0", "bad"],
])("Node %s is %s", (version, state) => {
  expect(nodeFinding(version).state).toBe(state);
});

test.each([
  [50e9, "ok"],
  [5e9, "warn"],
  [1e9, "bad"],
  [0, "bad"],
])("a disk with %d bytes free is %s", (freeBytes, state) => {
  expect(diskFinding({ freeBytes, totalBytes: 500e9 }, settings).state).toBe(state);
});

test("a disk is judged by the floor that was set", () => {
  expect(diskFinding({ freeBytes: 15e9, totalBytes: 500e9 }, settingsIn({ TUTTI_DISK_FLOOR_GB: "20" }))).toMatchObject({
    state: "bad",
    detail: "15.0 GB of 500.0 GB free where Tutti's folder lies; below 20.0 GB no sheet starts",
  });
});

test("memory below the floor is bad; memory that can't be told is not", () => {
  expect(memoryFinding(memory, settings).state).toBe("ok");
  expect(memoryFinding({ ...memory, availableBytes: null }, settings).state).toBe("ok");
  expect(memoryFinding({ ...memory, availableBytes: 100e6 }, settings)).toMatchObject({
    state: "bad",
    detail: "100 MB of 16.0 GB available; below 512 MB no sheet starts",
  });
});

test("few open files are warned of, with how many sheets they allow", () => {
  const finding = (limit: number | null) => filesFinding({ settings, memory, files: { limit, used: 25 } }, 8);
  expect([finding(null).state, finding(4096).state]).toEqual(["ok", "ok"]);
  expect(finding(256)).toMatchObject({ state: "warn", detail: expect.stringContaining("13 sheets at once") as string });
});
