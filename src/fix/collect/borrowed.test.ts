import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { beyondWords, borrowedFrom } from "./borrowed.ts";

it("what is installed is lent from the top and from beside what says that something is to be installed", async () => {
  const top = tempFolder();
  const there = ["node_modules", "web/node_modules", "api/.venv", "docs/node_modules", "test/fixtures/a/node_modules"];
  writeFiles(top, Object.fromEntries(there.map((folder) => [join(folder, "x"), ""])));
  const files = [
    "package.json",
    "web/package.json",
    "api/requirements-dev.txt",
    "lib/package.json",
    "docs/a.md",
    "test/fixtures/a/package.json",
  ];
  const found = await borrowedFrom(top, files);
  expect([found, beyondWords(found)]).toEqual([
    { borrow: ["node_modules", "api/.venv", "web/node_modules"], beyond: [] },
    [],
  ]);
  expect(await borrowedFrom(top, [])).toEqual({ borrow: ["node_modules"], beyond: [] });
});

it("no more is lent than a score has room for: first what tools and tests need, and what is one too many is named", async () => {
  const top = tempFolder();
  const names = Array.from({ length: 210 }, (_, at) => `p${String(at).padStart(3, "0")}`);
  const files = {
    ...Object.fromEntries(names.map((name) => [`${name}/package.json`, "{}"])),
    "p208/eslint.config.js": "",
    "p209/package.json": `{"scripts":{"test":"vitest run"}}`,
  };
  writeFiles(top, {
    ...files,
    ...Object.fromEntries(["", ...names.map((name) => `${name}/`)].map((folder) => [`${folder}node_modules/x`, ""])),
  });
  const found = await borrowedFrom(top, Object.keys(files));
  const others = names.slice(0, 208).map((name) => `${name}/node_modules`);
  const first = ["node_modules", "p208/node_modules", "p209/node_modules"];
  expect(found).toEqual({ borrow: [...first, ...others.slice(0, 197)], beyond: others.slice(197) });
  expect(beyondWords(found)).toEqual([
    `no more than 200 folders with installed packages are lent; tools and tests do without ${others.slice(197, 207).join(", ")} and 1 more`,
  ]);
});
