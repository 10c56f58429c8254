import { mkdirSync, writeFileSync } from "node:fs";
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

test("what was written down and makes no sense is measured again", async () => {
  const trash = join(tempFolder(), "trash");
  put(trash, "a-1", 100_000);
  const first = await sizesOf(trash);
  for (const text of ["", "[1]", "null", '{"a-1":"x"}', "{"]) {
    writeFileSync(`${trash}-sizes.json`, text);
    expect(await sizesOf(trash)).toEqual(first);
  }
});
