import { chmodSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
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

it("removes links in a tree and in its place, and nothing that they lead to", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "kept/inner"), { recursive: true });
  writeFileSync(join(folder, "kept/inner/file"), "kept\n");
  mkdirSync(join(folder, "tree"));
  symlinkSync(join(folder, "kept"), join(folder, "tree/link"));
  symlinkSync(join(folder, "kept"), join(folder, "link"));
  await removeTree(join(folder, "tree"));
  await removeTree(join(folder, "link"));
  await removeTree(join(folder, "absent"));
  expect(readdirSync(folder)).toEqual(["kept"]);
  expect(readFileSync(join(folder, "kept/inner/file"), "utf8")).toBe("kept\n");
});

it("removes names that are no text", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "tree"));
  writeFileSync(Buffer.concat([Buffer.from(join(folder, "tree/")), Buffer.from([0xff, 0xfe])]), "");
  await removeTree(join(folder, "tree"));
  expect(readdirSync(folder)).toEqual([]);
});
