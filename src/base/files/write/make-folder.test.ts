import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder, makeNewFolder } from "./make-folder.ts";

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

it("makes a new folder although the one above is removed whenever it is empty", async () => {
  const above = join(root, "tasks");
  let isDone = false;
  const removeAgain = async (): Promise<void> => {
    while (!isDone) await rmdir(above).catch(() => undefined);
  };
  const removing = [removeAgain(), removeAgain()];
  for (let number = 0; number < 200; number += 1) {
    const folder = join(above, String(number));
    await makeNewFolder(folder);
    expect(existsSync(folder)).toBe(true);
    await rmdir(folder);
  }
  isDone = true;
  await Promise.all(removing);
});
