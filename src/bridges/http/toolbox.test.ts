import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { livingWith, makeTag } from "../../../test/kit/processes.ts";
import { runCommand } from "./command.ts";
import { editTool, listTool, readTool } from "./toolbox.ts";

function contextWith(files: Readonly<Record<string, string>>): string {
  const context = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(context, name, ".."), { recursive: true });
    writeFileSync(join(context, name), text);
  }
  return context;
}

test("a file is read whole or by its lines, and what is cut says so", async () => {
  const context = contextWith({
    three: "1\n2\n3\n",
    empty: "",
    wide: "x".repeat(100_000),
    many: "line\n".repeat(5_000),
  });
  expect(await readTool(context, { path: "three" })).toEqual({ text: "1\n2\n3", isGood: true });
  expect(await readTool(context, { path: "three", from: 2, lines: 1 })).toEqual({
    text: "2\n(lines 2 to 2 of 3)",
    isGood: true,
  });
  expect(await readTool(context, { path: "three", from: 9 })).toMatchObject({ isGood: false });
  expect(await readTool(context, { path: "empty" })).toMatchObject({ isGood: true });
  expect((await readTool(context, { path: "wide" })).text).toContain("(line 1 is cut: it is too long)");
  expect((await readTool(context, { path: "many", lines: 9_000 })).text).toContain("(lines 1 to 2000 of 5000)");
});

test("only text that stands there once is replaced, and exactly by what was given", async () => {
  const context = contextWith({ a: "one two two" });
  expect(await editTool(context, { path: "a", old: "two", new: "x" })).toMatchObject({
    isGood: false,
    text: expect.stringContaining("2 times") as string,
  });
  expect(await editTool(context, { path: "a", old: "three", new: "x" })).toMatchObject({ isGood: false });
  expect(await editTool(context, { path: "a", old: "", new: "x" })).toMatchObject({ isGood: false });
  expect(await editTool(context, { path: "a", old: "one", new: "$1$&" })).toMatchObject({ isGood: true });
  expect(readFileSync(join(context, "a"), "utf8")).toBe("$1$& two two");
});

test("links are listed and not followed, and git's folder is not listed", async () => {
  const [context, outside] = [
    contextWith({ "src/a.ts": "", ".git/HEAD": "", "b.md": "" }),
    contextWith({ "secret.ts": "" }),
  ];
  symlinkSync(outside, join(context, "way-out"));
  expect((await listTool(context, {})).text).toBe("b.md\nsrc/\nway-out");
  expect((await listTool(context, { pattern: "**" })).text).toBe("b.md\nsrc/\nsrc/a.ts\nway-out");
  expect((await listTool(context, { path: "src", pattern: "*.ts" })).text).toBe("a.ts");
  expect(await listTool(context, { path: "way-out" })).toMatchObject({ isGood: false });
  expect(await listTool(context, { path: ".." })).toMatchObject({ isGood: false });
  expect(await listTool(context, { pattern: "/etc/*" })).toMatchObject({ isGood: false });
  expect(await listTool(context, { path: "b.md" })).toMatchObject({ isGood: false });
});

test("a long list is cut and says so", async () => {
  const context = contextWith(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}`, ""])));
  const { text } = await listTool(context, {});
  expect(text.split("\n")).toHaveLength(501);
  expect(text).toContain("(there is more: ask for less)");
});

const place = (context: string, cancel = new AbortController().signal) => ({
  context,
  env: { PATH: process.env["PATH"] },
  cancel,
});

test("a command's output and its exit code come back, the middle of much output left out", async () => {
  const context = tempFolder();
  expect(await runCommand(place(context), { command: "pwd; echo no >&2; exit 3" })).toEqual({
    text: `${context}\nno\n\n(exit code 3)`,
    isGood: false,
  });
  expect(await runCommand(place(context), { command: ["printf", "%s", "$HOME"] })).toEqual({
    text: "$HOME",
    isGood: true,
  });
  expect(await runCommand(place(context), { command: ["/nowhere/program"] })).toMatchObject({ isGood: false });
  expect(await runCommand(place(context), { command: [] })).toMatchObject({ isGood: false });
  const { text } = await runCommand(place(context), { command: "echo first; seq 1 100000; echo last" });
  expect(text).toMatch(/^first\n.*bytes left out.*\nlast\n$/s);
  expect(text.length).toBeLessThan(40_000);
});

test("what a command leaves running is ended with it", async () => {
  const tag = makeTag();
  const context = tempFolder();
  expect(await runCommand(place(context), { command: `env TAG=${tag} sleep 300 & echo started` })).toEqual({
    text: "started\n",
    isGood: true,
  });
  await vi.waitFor(() => expect(livingWith(tag)).toEqual([]), { timeout: 300_000 });
});

test("a command that takes too long is ended, and so is one of a run that ends", async () => {
  const tag = makeTag();
  const context = tempFolder();
  const late = await runCommand(place(context), { command: `trap '' TERM; env TAG=${tag} sleep 300`, seconds: 0.2 });
  expect(late).toMatchObject({ isGood: false, text: expect.stringContaining("ended after 0.2 s") as string });
  await vi.waitFor(() => expect(livingWith(tag)).toEqual([]), { timeout: 300_000 });
  const over = AbortSignal.abort();
  expect(await runCommand(place(context, over), { command: "touch ran" })).toMatchObject({ isGood: false });
  expect(existsSync(join(context, "ran"))).toBe(false);
});
