import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { measureUse } from "./measure.ts";

it("a folder is as large as what is in it, and was used when its youngest file was written; links are not followed", async () => {
  const [folder, outside] = [join(tempFolder(), "x"), tempFolder()];
  writeFiles(outside, { big: Buffer.alloc(1_000_000, 1) });
  writeFiles(folder, { "a/b/deep": Buffer.alloc(100_000, 1), old: "old" });
  symlinkSync(outside, join(folder, "link"));
  utimesSync(join(folder, "old"), 1_000_000, 1_000_000);
  utimesSync(join(folder, "a/b/deep"), 4_000_000_000, 4_000_000_000);
  const { bytes, usedAt } = await measureUse(folder);
  expect(usedAt).toBe(4_000_000_000_000);
  expect(bytes).toBeGreaterThanOrEqual(100_000);
  expect(bytes).toBeLessThan(1_000_000);
  expect((await measureUse(join(folder, "a/b/deep"))).bytes).toBeGreaterThanOrEqual(100_000);
  expect(await measureUse(join(folder, "nothing"))).toEqual({ bytes: 0, usedAt: null });
});
