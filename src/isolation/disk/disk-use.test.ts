import { chmodSync, linkSync, lstatSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { measureUse } from "./measure.ts";

const kilobyte = Buffer.alloc(1024, 1);

test("a folder takes what its files and folders take on the disk", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "a/b"), { recursive: true });
  const files = Array.from({ length: 40 }, (_, index) => join(folder, "a/b", String(index)));
  for (const file of files) writeFileSync(file, kilobyte);
  const folders = [folder, join(folder, "a"), join(folder, "a/b")];
  expect((await measureUse(folder)).bytes).toBe([...folders, ...files].reduce((sum, path) => sum + onDisk(path), 0));
  expect(onDisk(files[0]!)).toBeGreaterThan(0);
});

test("a file with a hole counts what is written of it", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "sparse"), "");
  truncateSync(join(folder, "sparse"), 1e9);
  expect((await measureUse(folder)).bytes).toBeLessThan(1e6);
});

test("links are not followed, not even in a circle, and a file with two names counts once", async () => {
  const folder = tempFolder();
  const big = tempFolder();
  writeFileSync(join(big, "big"), Buffer.alloc(1e6, 1));
  writeFileSync(join(folder, "file"), kilobyte);
  linkSync(join(folder, "file"), join(folder, "twin"));
  symlinkSync(big, join(folder, "away"));
  symlinkSync(folder, join(folder, "self"));
  makePipes(join(folder, "pipe"));
  const expected = ["", "file", "away", "self", "pipe"].reduce((sum, name) => sum + onDisk(join(folder, name)), 0);
  expect((await measureUse(folder)).bytes).toBe(expected);
});

test("names that are not text are counted", async () => {
  const folder = tempFolder();
  const file = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]);
  writeFileSync(file, kilobyte);
  expect((await measureUse(folder)).bytes).toBe(onDisk(folder) + lstatSync(file).blocks * 512);
});

test("a file that is missing, or removed meanwhile, counts for nothing", async () => {
  const folder = tempFolder();
  expect((await measureUse(join(folder, "gone"))).bytes).toBe(0);
  for (let index = 0; index < 200; index++) writeFileSync(join(folder, String(index)), kilobyte);
  const measuring = measureUse(folder);
  for (let index = 0; index < 200; index++) rmSync(join(folder, String(index)));
  expect((await measuring).bytes).toBeGreaterThanOrEqual(0);
});

test.skipIf(isRoot)("a folder that may not be read counts only itself", async () => {
  const folder = tempFolder();
  const closed = join(folder, "closed");
  mkdirSync(closed);
  writeFileSync(join(closed, "file"), kilobyte);
  chmodSync(closed, 0);
  expect((await measureUse(folder)).bytes).toBe(onDisk(folder) + onDisk(closed));
});

function onDisk(path: string): number {
  return lstatSync(path).blocks * 512;
}
