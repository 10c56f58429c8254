import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { removeTree } from "./remove-tree.ts";

it("removes what a task made read-only", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "tree/inner"), { recursive: true });
  writeFileSync(join(folder, "tree/inner/file"), "");
  chmodSync(join(folder, "tree/inner"), 0o500);
  chmodSync(join(folder, "tree"), 0o500);
  await removeTree(join(folder, "tree"));
  expect(readdirSync(folder)).toEqual([]);
});

it("removes a tree whose paths are longer than the system takes, and leaves nothing beside it", async () => {
  const folder = tempFolder();
  const name = "d".repeat(200);
  // Built from the inside out, since no path to its end can be written.
  mkdirSync(join(folder, "tree"));
  for (let depth = 0; depth < 30; depth += 1) {
    mkdirSync(join(folder, "next"));
    renameSync(join(folder, "tree"), join(folder, "next", name));
    renameSync(join(folder, "next"), join(folder, "tree"));
  }
  await removeTree(join(folder, "tree"));
  expect(readdirSync(folder)).toEqual([]);
});
