import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { writeFresh } from "./write-fresh.ts";

it("a file is written below its folder, over anything that a program left there", async () => {
  const [folder, other] = [tempFolder(), tempFolder()];
  writeFileSync(join(other, "kept"), "as it was");
  symlinkSync(other, join(folder, "linked"));
  symlinkSync(join(other, "kept"), join(folder, "file"));
  linkSync(join(other, "kept"), join(folder, "hard"));
  for (const name of ["linked/new", "file", "hard", "a/b/c"]) {
    await writeFresh(folder, join(folder, name), "new");
    await writeFresh(folder, join(folder, name), "newer");
    expect(readFileSync(join(folder, name), "utf8")).toBe("newer");
  }
  expect(existsSync(join(other, "new"))).toBe(false);
  expect(readFileSync(join(other, "kept"), "utf8")).toBe("as it was");
});
