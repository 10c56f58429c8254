import { expect, beforeEach, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { run } from "../../test/kit/git.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import { tools as catalogue } from "../findings/catalog.ts";
import type { Tool } from "../findings/tool.ts";
import { anyTool } from "../fix/options/file.ts";
import { type PreparePlace, prepareTools } from "./prepare.ts";
import { projectView } from "./view.ts";

let top: string;
beforeEach(() => {
  top = tempFolder();
});

const placeWith = (files: readonly string[], known: readonly Tool[], path = "/usr/bin:/bin"): PreparePlace => ({
  run,
  top,
  view: projectView(top, files),
  known,
  env: { PATH: path },
  cancel: new AbortController().signal,
});

/** In each place where a tool of a project is looked for. */
const install = (name: string): void => {
  for (const home of ["node_modules/.bin", ".venv/bin"])
    writeFiles(top, { [`${home}/${name}`]: { program: "#!/bin/sh\necho 1.0\n" } });
};

/** Configured by one file, wanted by another. */
const lint: Tool = {
  name: "lint",
  program: "lint-program",
  home: "node",
  looksAt: ["*.x"],
  reach: "file",
  args: [],
  everything: ["."],
  detect: (project) => {
    if (project.has("lint.toml")) return { config: "lint.toml", because: "lint.toml" };
    return project.has("wanted.ini") ? { config: null, because: "wanted.ini" } : null;
  },
  read: () => ({ kind: "read", findings: [] }),
  silencers: [],
};

const placesOf = async (files: readonly string[], known: readonly Tool[]): Promise<readonly unknown[]> =>
  (await prepareTools(placeWith(files, known), anyTool)).tools.map(({ folder, config }) => [folder, config]);

it.each([
  [
    "gives way to configurations below: it says not how the tool is run",
    ["wanted.ini", "web/lint.toml", "api/src/a.x"],
    [["web", "web/lint.toml"]],
  ],
  ["holds where nothing below is configured", ["wanted.ini", "web/wanted.ini"], [["", null]]],
  [
    "gives way below the top too, and holds beside it",
    ["wanted.ini", "a/wanted.ini", "a/b/lint.toml", "c/wanted.ini"],
    [
      ["c", null],
      ["a/b", "a/b/lint.toml"],
    ],
  ],
])("a mere sign that a tool is wanted %s", async (_, files, expected) => {
  install("lint-program");
  expect(await placesOf(files, [lint])).toEqual(expected);
});

it("a tool that finds configurations below by itself is run at the top", async () => {
  install("lint-program");
  expect(await placesOf(["wanted.ini", "web/lint.toml"], [{ ...lint, takesNearest: true }])).toEqual([["", null]]);
});

it.each([
  ["pytest", { "api/pytest.ini": "", "api/tests/conftest.py": "" }, ["api", "api/pytest.ini"]],
  [
    "vitest",
    { "package.json": '{ "devDependencies": { "vitest": "5" } }', "packages/a/vitest.config.ts": "" },
    ["packages/a", "packages/a/vitest.config.ts"],
  ],
  [
    "jest",
    { "package.json": '{ "devDependencies": { "jest": "30" } }', "packages/a/jest.config.js": "" },
    ["packages/a", "packages/a/jest.config.js"],
  ],
  ["mypy", { "requirements-dev.txt": "mypy\n", "api/pyproject.toml": "[tool.mypy]\n" }, ["api", "api/pyproject.toml"]],
  ["ruff", { "requirements-dev.txt": "ruff\n", "api/ruff.toml": "" }, ["", null]],
  ["prettier", { "package.json": '{ "devDependencies": { "prettier": "3" } }', "web/.prettierrc": "" }, ["", null]],
])("so it is with %s", async (name, files, expected) => {
  writeFiles(top, files);
  install(name);
  const known = catalogue.filter((tool) => tool.name === name);
  expect(await placesOf(Object.keys(files), known)).toEqual([expected]);
});

it("a tool is asked for its version where it runs, if the program on PATH is a proxy for another in each folder", async () => {
  const bin = tempFolder();
  writeFiles(bin, { "lint-program": { program: "#!/bin/sh\ncat .version\n" } });
  writeFiles(top, { ".version": "1.0\n", "web/.version": "2.0\n", "api/.version": "3.0\n" });
  const { tools } = await prepareTools(
    placeWith(["web/lint.toml", "api/lint.toml", "gone/lint.toml"], [lint], `${bin}:/usr/bin:/bin`),
    anyTool,
  );
  expect(tools.map(({ folder, version }) => [folder, version])).toEqual([
    ["api", "3.0"],
    ["gone", "1.0"],
    ["web", "2.0"],
  ]);
});
