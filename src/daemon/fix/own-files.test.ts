import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { borrowedFrom } from "./own-files.ts";

it("what is installed is lent from the top and from beside what says that something is to be installed", async () => {
  const top = tempFolder();
  const there = ["node_modules", "web/node_modules", "api/.venv", "docs/node_modules", "test/fixtures/a/node_modules"];
  writeFiles(top, Object.fromEntries(there.map((folder) => [join(folder, "x"), ""])));
  const files = ["package.json", "web/package.json", "api/requirements-dev.txt", "lib/package.json", "docs/a.md", "test/fixtures/a/package.json"];
  expect(await borrowedFrom(top, files)).toEqual(["node_modules", "api/.venv", "web/node_modules"]);
  expect(await borrowedFrom(top, [])).toEqual(["node_modules"]);
});

it("no more is lent than a score has room for", async () => {
  const top = tempFolder();
  const folders = Array.from({ length: 70 }, (_, at) => `p${String(at)}`);
  writeFiles(top, Object.fromEntries(folders.map((folder) => [`${folder}/node_modules/x`, ""])));
  expect(
    await borrowedFrom(
      top,
      folders.map((folder) => `${folder}/package.json`),
    ),
  ).toHaveLength(60);
});
