import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isUntouched, seal } from "./untouched.ts";

const root = mkdtempSync(join(tmpdir(), "tutti-untouched-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

function makeFolder(): string {
  const folder = join(root, String((made += 1)));
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  for (const name of ["top", "a/one", "a/b/two"]) writeFileSync(join(folder, name), name);
  return folder;
}

const acts: Readonly<Record<string, (folder: string) => void>> = {
  "a new file": (folder) => writeFileSync(join(folder, "a/b/new"), ""),
  "a new file at the top": (folder) => writeFileSync(join(folder, "new"), ""),
  "a file that is gone": (folder) => rmSync(join(folder, "a/b/two")),
  "a file that is gone from the top": (folder) => rmSync(join(folder, "top")),
  "a file with another name": (folder) => renameSync(join(folder, "top"), join(folder, "pot")),
  "a file that was written as it was, with its old time": (folder) => {
    const path = join(folder, "a/one");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, "eno");
    utimesSync(path, atime, mtime);
  },
};

test("a folder that was only read is untouched", async () => {
  const folder = makeFolder();
  const sealed = await seal(folder);
  readFileSync(join(folder, "a/b/two"));
  expect(await isUntouched(sealed)).toBe(true);
});

test.each(Object.entries(acts))("%s is seen", async (_, act) => {
  const folder = makeFolder();
  const sealed = await seal(folder);
  act(folder);
  expect(await isUntouched(sealed)).toBe(false);
});
