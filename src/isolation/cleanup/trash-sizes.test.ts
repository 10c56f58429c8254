import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { listTrash, readSizes } from "./trash.ts";

function put(trash: string, name: string, bytes: number): void {
  mkdirSync(join(trash, name, "inner"), { recursive: true });
  writeFileSync(join(trash, name, "inner/file"), Buffer.alloc(bytes));
}

const sizesOf = async (trash: string): Promise<ReadonlyMap<string, number>> => readSizes(trash, await listTrash(trash));

test("trash is measured once: its files are not looked at again, what came since is", async () => {
  const trash = join(tempFolder(), "trash");
  put(trash, "a-1", 100_000);
  const first = (await sizesOf(trash)).get("a-1") ?? 0;
  expect(first).toBeGreaterThanOrEqual(100_000);
  writeFileSync(join(trash, "a-1/inner/file"), Buffer.alloc(500_000));
  put(trash, "b-1", 200_000);
  const second = await sizesOf(trash);
  expect([second.get("a-1"), (second.get("b-1") ?? 0) >= 200_000]).toEqual([first, true]);
});

test("a size from a broken record is measured again", async () => {
  const trash = join(tempFolder(), "trash");
  put(trash, "a-1", 100_000);
  const first = await sizesOf(trash);
  for (const text of ["", "a-1", "a-1 1 1", "a-1 1 one\n", '{"a-1":1}\n']) {
    writeFileSync(`${trash}-sizes`, text);
    expect(await sizesOf(trash)).toEqual(first);
  }
});

test("lines of trash that is gone are dropped when there are many of them", async () => {
  const trash = join(tempFolder(), "trash");
  put(trash, "a-1", 100_000);
  await sizesOf(trash);
  const gone = Array.from({ length: 200 }, (_, number) => `gone-${String(number)} 1 1\n`);
  appendFileSync(`${trash}-sizes`, gone.join(""));
  const sizes = await sizesOf(trash);
  expect(readFileSync(`${trash}-sizes`, "utf8")).toMatch(new RegExp(`^a-1 \\d+ ${String(sizes.get("a-1"))}\n$`));
});
