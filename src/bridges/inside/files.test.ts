import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { readText, replaceText } from "./files.ts";

test("a file that is also linked from outside is replaced, not changed", async () => {
  const [context, outside] = [tempFolder(), tempFolder()];
  writeFileSync(join(outside, "kept"), "kept");
  linkSync(join(outside, "kept"), join(context, "linked"));
  expect(await replaceText(context, "linked", "new")).toEqual({ kind: "written", shown: "linked", isNew: false });
  expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
  expect(readFileSync(join(context, "linked"), "utf8")).toBe("new");
});

test("a replaced file keeps its mode, and nothing is left beside it", async () => {
  const context = tempFolder();
  writeFileSync(join(context, "script"), "");
  chmodSync(join(context, "script"), 0o755);
  await replaceText(context, "script", "#!/bin/sh\n");
  expect(statSync(join(context, "script")).mode & 0o777).toBe(0o755);
  expect(readdirSync(context)).toEqual(["script"]);
});

test("a link within the context stays a link, and what it names is replaced", async () => {
  const context = tempFolder();
  writeFileSync(join(context, "real"), "old");
  symlinkSync("real", join(context, "link"));
  expect(await replaceText(context, "link", "new")).toMatchObject({ kind: "written", shown: "real" });
  expect(readFileSync(join(context, "real"), "utf8")).toBe("new");
});

test("what is no text file is refused, and nothing waits for it", async () => {
  const context = tempFolder();
  mkdirSync(join(context, "folder"));
  makePipes(join(context, "pipe"));
  writeFileSync(join(context, "bytes"), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(context, "large"), "");
  truncateSync(join(context, "large"), 9 * 1024 * 1024);
  for (const path of ["folder", "pipe", "bytes", "large"])
    expect(await readText(context, path)).toMatchObject({ kind: "refused" });
  for (const path of ["folder", "pipe"])
    expect(await replaceText(context, path, "x")).toMatchObject({ kind: "refused" });
  expect(await readText(context, "nothing")).toMatchObject({ kind: "missing" });
});

test("a mark at the start of a text is part of it", async () => {
  const context = tempFolder();
  writeFileSync(join(context, "marked"), "\ufefftext");
  expect(await readText(context, "marked")).toMatchObject({ text: "\ufefftext" });
});
