import { lstatSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { run } from "../../../../test/kit/processes.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { chooseWay, copyTree, probeReflink } from "./ways.ts";

const tools = { run, path: process.env["PATH"] };

it.each([
  [["auto", null, null, "overlay"]],
  [["auto", "no", null, "reflink"]],
  [["auto", "no", "no", "copy"]],
  [["copy", null, null, "copy"]],
  [["links", null, null, "links"]],
  [["off", null, null, "off"]],
  [["overlay", null, "no", "overlay"]],
  [["overlay", "no", null, "none"]],
  [["reflink", null, "no", "none"]],
] as const)("%j: links are only taken where they are asked for", ([choice, overlay, reflink, kind]) => {
  expect(chooseWay(choice, { overlay, reflink }).kind).toBe(kind);
});

it("a copy has links as links, modes and times, and no file in common with what it was made from", async () => {
  const root = tempFolder();
  writeFiles(root, { "from/bin/tool": "x", "from/link": { link: "bin/tool" } });
  expect(await copyTree(tools, "copy", { from: join(root, "from"), to: join(root, "to") })).toBeNull();
  expect([readFileSync(join(root, "to/bin/tool"), "utf8"), readlinkSync(join(root, "to/link"))]).toEqual([
    "x",
    "bin/tool",
  ]);
  const [one, other] = [lstatSync(join(root, "from/bin/tool")), lstatSync(join(root, "to/bin/tool"))];
  expect([other.mtimeMs, other.mode, other.ino === one.ino]).toEqual([one.mtimeMs, one.mode, false]);
});

it("a disk that can't clone says why, and a copy that fails too", async () => {
  const scratch = tempFolder();
  mkdirSync(join(scratch, "to"));
  const why = await probeReflink(tools, scratch);
  expect(why === null || why.includes("cp:")).toBe(true);
  expect(await copyTree(tools, "copy", { from: join(scratch, "gone"), to: join(scratch, "x") })).toMatch(/gone/);
});
