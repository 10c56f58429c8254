import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tutti-test-"));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

it("makes a folder and those above it, and minds none that is there", async () => {
  await makeFolder(join(root, "a", "b", "c"));
  await makeFolder(join(root, "a", "b", "c"));
  expect(existsSync(join(root, "a", "b", "c"))).toBe(true);
});

it("says so when a file stands in its place, or none can be made there", async () => {
  writeFileSync(join(root, "file"), "");
  await expect(makeFolder(join(root, "file"))).rejects.toThrow("EEXIST");
  await expect(makeFolder(join(root, "file", "below"))).rejects.toThrow("ENOTDIR");
});

it.skipIf(!existsSync("/proc/self"))(
  "comes back where the file system lets nothing be made (skipped without /proc)",
  async () => {
    await expect(makeFolder("/proc/tutti/below")).rejects.toThrow("ENOENT");
  },
);
