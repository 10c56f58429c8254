import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seal } from "../../base/files/untouched.ts";
import { readWorkers } from "../../process/tree/working-folders.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { measureUse } from "../disk/measure.ts";
import { startFilesThread } from "./thread.ts";

function makeTree(name: string): { readonly folder: string; readonly tree: string } {
  const folder = tempFolder();
  const tree = join(folder, name);
  mkdirSync(join(tree, "inner"), { recursive: true });
  writeFileSync(join(tree, "inner/file"), "");
  return { folder, tree };
}

it("removes whole trees, and leaves anything else alone", async () => {
  const thread = startFilesThread();
  const { folder, tree } = makeTree("tree");
  symlinkSync(tree, join(folder, "link"));
  expect(
    await Promise.all([thread.ask("remove", join(folder, "link")), thread.ask("remove", join(folder, "absent"))]),
  ).toEqual([false, true]);
  expect(readdirSync(tree)).toEqual(["inner"]);
  expect(await thread.ask("remove", tree)).toBe(true);
  expect(readdirSync(folder)).toEqual(["link"]);
  await thread.end();
});

it("says what was lost with a thread that ended", async () => {
  const thread = startFilesThread();
  const { tree } = makeTree("tree");
  const asked = thread.ask("remove", join(tree, "inner/file"));
  await thread.end();
  expect(await asked).toBe("lost");
  expect(thread.isOver()).toBe(true);
  expect(await thread.ask("remove", tree)).toBe("lost");
  expect(readdirSync(tree)).toEqual(["inner"]);
});

it("tells what it found as it is told here", async () => {
  const thread = startFilesThread();
  const { folder, tree } = makeTree("tree");
  const sealed = await seal(folder);
  expect(await thread.ask("untouched", sealed)).toBe(true);
  expect(await thread.ask("measure", folder)).toEqual(await measureUse(folder));
  writeFileSync(join(tree, "inner/file"), "changed");
  expect(await thread.ask("untouched", sealed)).toBe(false);
  expect((await thread.ask("workers", undefined)) === null).toBe(readWorkers() === null);
  await thread.end();
});

it("removes many trees at once, the later ones in a thread", async () => {
  const folder = tempFolder();
  const trees = Array.from({ length: 40 }, (_, number) => join(folder, String(number), "inner"));
  for (const tree of trees) mkdirSync(tree, { recursive: true });
  await Promise.all(readdirSync(folder).map((name) => removeTree(join(folder, name))));
  expect(readdirSync(folder)).toEqual([]);
});
