import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { loadPackage } from "./packages.ts";

/** A package `pick` in a folder, which says where it is from. */
const pick = (folder: string, text = `export const from = ${JSON.stringify(folder)};`): Record<string, string> => ({
  [`${folder}/node_modules/pick/package.json`]: '{ "type": "module", "exports": "./index.js" }',
  [`${folder}/node_modules/pick/index.js`]: text,
});

let top: string;
const at = (path: string): string => join(top, path);
beforeEach(() => {
  top = tempFolder();
  mkdirSync(at("bin"));
});

it("a package is the one that belongs to the program, where that really lies", async () => {
  writeFiles(top, { ...pick("tool"), ...pick("work"), "tool/run.js": "" });
  symlinkSync(at("tool/run.js"), at("bin/run"));
  expect(await loadPackage("pick", { program: at("bin/run"), folder: at("work") })).toMatchObject({ from: "tool" });
});

it("a package is looked for in the folder when the program has none, unless the folder is not trusted", async () => {
  writeFiles(top, { ...pick("work"), "bin/run": "" });
  expect(await loadPackage("pick", { program: at("bin/run"), folder: at("work") })).toMatchObject({ from: "work" });
  await expect(loadPackage("pick", { program: at("bin/run"), folder: null })).rejects.toThrow(
    "Cannot find module 'pick'",
  );
  // Wherever this runs.
  await expect(loadPackage("vitest", { program: "package.json", folder: null })).rejects.toThrow("must be a file URL");
});

it("a broken package is not replaced by another one", async () => {
  writeFiles(top, { ...pick("bin", 'throw new Error("broken");'), ...pick("work"), "bin/run": "" });
  await expect(loadPackage("pick", { program: at("bin/run"), folder: at("work") })).rejects.toThrow("broken");
});
