import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { availableIn, memoryOfGroup, openFilesLimit, readMemory, readOpenFiles } from "./resources.ts";

test("files that this process opens are counted", () => {
  const before = readOpenFiles().used;
  const opened = Array.from({ length: 20 }, () => openSync("/dev/null", "r"));
  const after = readOpenFiles().used;
  for (const file of opened) closeSync(file);
  expect(after - before).toBe(20);
});

test("the limit is the one that this process has, as the shell set it", () => {
  const script = `import(${JSON.stringify(new URL("resources.ts", import.meta.url).href)}).then(({ readOpenFiles }) => process.stdout.write(String(readOpenFiles().limit)))`;
  expect(
    execFileSync("sh", ["-c", 'ulimit -n 100; exec "$0" -e "$1"', process.execPath, script], {
      encoding: "utf8",
    }).trim(),
  ).toBe("100");
});

test.each([
  ["Max open files            1024                 524288               files     ", 1024],
  ["Max open files            unlimited            unlimited            files     ", null],
  ["Max processes             10                   10                   processes ", null],
])("of %j the limit is %j", (limits, limit) => {
  expect(openFilesLimit(limits)).toBe(limit);
});

test("without /proc, Node's own report tells the limit", () => {
  expect(openFilesLimit(null)).toBe(readOpenFiles().limit);
});

test("memory that the kernel would give back counts as available", () => {
  expect(availableIn("MemTotal: 100 kB\nMemFree:  10 kB\nMemAvailable:   80 kB\n")).toBe(80 * 1024);
  expect(availableIn("MemTotal: 100 kB\n")).toBeNull();
});

test("of a container, files that were only read count as available", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "memory.max"), "1000\n");
  writeFileSync(join(folder, "memory.current"), "900\n");
  writeFileSync(join(folder, "memory.stat"), "anon 300\nfile 600\ninactive_file 500\n");
  expect(memoryOfGroup(folder)).toEqual({ totalBytes: 1000, availableBytes: 600 });
});

test("a control group without a limit says nothing", () => {
  const folder = tempFolder();
  expect(memoryOfGroup(folder)).toBeNull();
  writeFileSync(join(folder, "memory.max"), "max\n");
  writeFileSync(join(folder, "memory.current"), "900\n");
  expect(memoryOfGroup(folder)).toBeNull();
});

test("a machine never has more memory available than it has", () => {
  const { totalBytes, availableBytes } = readMemory();
  expect(totalBytes).toBeGreaterThan(0);
  expect(availableBytes ?? 0).toBeLessThanOrEqual(totalBytes);
});
