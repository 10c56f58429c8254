import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { removeTree } from "../remove-tree.ts";
import { startRemovalThread } from "./thread.ts";

function makeTree(name: string): { readonly folder: string; readonly tree: string } {
  const folder = tempFolder();
  const tree = join(folder, name);
  mkdirSync(join(tree, "inner"), { recursive: true });
  writeFileSync(join(tree, "inner/file"), "");
  return { folder, tree };
}

it("removes whole trees in a thread, and leaves anything else alone", async () => {
  const thread = startRemovalThread();
  const { folder, tree } = makeTree("tree");
  symlinkSync(tree, join(folder, "link"));
  expect(await Promise.all([thread.remove(join(folder, "link")), thread.remove(join(folder, "absent"))])).toEqual([
    false,
    true,
  ]);
  expect(readdirSync(tree)).toEqual(["inner"]);
  expect(await thread.remove(tree)).toBe(true);
  expect(readdirSync(folder)).toEqual(["link"]);
  await thread.end();
});

it("answers what a thread that ended has not removed", async () => {
  const thread = startRemovalThread();
  const { tree } = makeTree("tree");
  const asked = thread.remove(join(tree, "inner/file"));
  await thread.end();
  expect(await asked).toBe(false);
  expect(thread.isOver()).toBe(true);
  expect(await thread.remove(tree)).toBe(false);
  expect(readdirSync(tree)).toEqual(["inner"]);
});

it("removes many trees at once, the later ones in a thread", async () => {
  const folder = tempFolder();
  const trees = Array.from({ length: 40 }, (_, number) => join(folder, String(number), "inner"));
  for (const tree of trees) mkdirSync(tree, { recursive: true });
  await Promise.all(readdirSync(folder).map((name) => removeTree(join(folder, name))));
  expect(readdirSync(folder)).toEqual([]);
});
