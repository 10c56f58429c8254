import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, tempFolder } from "../../../test/kit/folders.ts";
import { emptyTrash, listTrash } from "./trash.ts";

test("an entry with a name of trash is listed with the time it got there; other entries are ignored", async () => {
  const before = Date.now() - 1000;
  const home = tempFolder();
  const trash = makeTrash(home, ["job.sheet-1", "job.sheet.2-12"]);
  mkdirSync(join(trash, "notes"));
  mkdirSync(join(trash, ".hidden-1"));
  const { names, fresh } = await listTrash(trash);
  expect([...names].sort()).toEqual(["job.sheet-1", "job.sheet.2-12"]);
  expect(fresh.map(({ name }) => name).sort()).toEqual([...names].sort());
  for (const { trashedAt } of fresh) expect(trashedAt).toBeGreaterThan(before);
  expect((await listTrash(join(home, "missing"))).names.size).toBe(0);
});

test("a known entry is named and not looked at again", async () => {
  const trash = makeTrash(tempFolder(), ["a-1", "b-1"]);
  const { names, fresh } = await listTrash(trash, new Map([["a-1", {}]]));
  expect([[...names].sort(), fresh.map(({ name }) => name)]).toEqual([["a-1", "b-1"], ["b-1"]]);
});

test("only what is named goes, read-only folders included", async () => {
  const trash = makeTrash(tempFolder(), ["a-1", "b-1"]);
  chmodSync(join(trash, "a-1/inner"), 0o500);
  expect(await emptyTrash(trash, ["a-1", "gone-3"])).toEqual({ emptied: ["a-1", "gone-3"], failed: [] });
  expect(readdirSync(trash)).toEqual(["b-1"]);
});

for (const name of [
  "",
  ".",
  "..",
  "../home-1",
  "a-1/inner",
  "a-1/../../home-1",
  "/etc-1",
  "a-1\0",
  ".x-1",
  "a",
  "-rf",
  "a-1\n",
]) {
  test(`nothing is removed for the name ${JSON.stringify(name)}`, async () => {
    const trash = makeTrash(tempFolder(), ["a-1"]);
    await expect(emptyTrash(trash, ["a-1", name])).rejects.toThrow(expect.objectContaining({ code: "bug.unexpected" }));
    expect(readdirSync(trash)).toEqual(["a-1"]);
  });
}

test("a link in the trash goes, what it points to stays", async () => {
  const trash = makeTrash(tempFolder(), []);
  const precious = makeTrash(tempFolder(), ["work"]);
  symlinkSync(precious, join(trash, "a-1"));
  await emptyTrash(trash, ["a-1"]);
  expect(existsSync(join(trash, "a-1"))).toBe(false);
  expect(existsSync(join(precious, "work/inner/file"))).toBe(true);
});

test("with a link in the place of the trash nothing is listed or removed", async () => {
  const home = tempFolder();
  const precious = makeTrash(tempFolder(), ["project-1", "project-2"]);
  symlinkSync(precious, join(home, "trash"));
  await expect(listTrash(join(home, "trash"))).rejects.toThrow(expect.objectContaining({ code: "home.unusable" }));
  const { emptied, failed } = await emptyTrash(join(home, "trash"), ["project-1", "project-2"]);
  expect([emptied, failed.map((failure) => failure.name)]).toEqual([[], ["project-1", "project-2"]]);
  expect(readdirSync(precious)).toEqual(["project-1", "project-2"]);
});

test.skipIf(isRoot)("one that can't be removed is reported and does not keep the others", async () => {
  const trash = makeTrash(tempFolder(), ["a-1", "b-1"]);
  chmodSync(trash, 0o500);
  const { emptied, failed } = await emptyTrash(trash, ["a-1", "b-1"]);
  chmodSync(trash, 0o700);
  expect([emptied, failed.map((failure) => failure.name)]).toEqual([[], ["a-1", "b-1"]]);
});

test("the age of trash counts from when it was put there, however old its files are", async () => {
  const home = tempFolder();
  const trash = makeTrash(home, []);
  const contexts = makeTrash(home, ["x"], "contexts");
  utimesSync(join(contexts, "x"), 1000, 1000);
  renameSync(join(contexts, "x"), join(trash, "x-1"));
  const [entry] = (await listTrash(trash)).fresh;
  expect(entry?.trashedAt).toBeGreaterThan(Date.now() - 3_600_000);
});

function makeTrash(home: string, names: readonly string[], folder = "trash"): string {
  const trash = join(home, folder);
  mkdirSync(trash);
  for (const name of names) {
    mkdirSync(join(trash, name, "inner"), { recursive: true });
    writeFileSync(join(trash, name, "inner", "file"), "x");
  }
  return trash;
}
