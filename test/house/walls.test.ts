import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayImport, readWalls } from "./scripts.ts";
import { repository, treeOf } from "./tree.ts";

const packageJson = JSON.stringify({
  type: "module",
  dependencies: { kysely: "*" },
  devDependencies: { esbuild: "*" },
});

async function violationsIn(files: Readonly<Record<string, string>>) {
  const root = treeOf({ "package.json": packageJson, ...files });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const { violations } = await readWalls(root);
  return violations;
}

const one = "export const one = 1;\n";
const use = (path: string) => `import { one } from "${path}";\nexport const two = one;\n`;

describe("the walls between the folders", () => {
  it("let imports through that the table lists", async () => {
    expect(
      await violationsIn({
        "src/base/ids.ts": one,
        "src/sheet/state.ts": use("../base/ids.ts"),
        "src/process/run/run.ts": 'import "node:child_process";\n',
        "src/store/sqlite/open.ts": 'import "node:sqlite";\nimport "kysely";\n',
        "src/lock/os-lock.ts": 'import "node:sqlite";\n',
        "src/score/load.ts": 'import "node:fs";\n',
        "src/root/conductor.ts": use("../sheet/state.ts"),
        "src/cli/main.ts": 'export const root = () => import("../root/conductor.ts");\n',
      }),
    ).toEqual([]);
  });

  it.each([
    [
      "an import upwards",
      { "src/sheet/state.ts": one, "src/base/ids.ts": use("../sheet/state.ts") },
      "base-may-import: src/base/ids.ts → src/sheet/state.ts",
    ],
    [
      "an import upwards of a type alone",
      {
        "src/sheet/state.ts": "export type S = 1;\n",
        "src/base/ids.ts": 'import type { S } from "../sheet/state.ts";\nexport type T = S;\n',
      },
      "base-may-import: src/base/ids.ts → src/sheet/state.ts",
    ],
    [
      "a lazy import upwards",
      { "src/cli/main.ts": one, "src/api/view.ts": 'export const cli = () => import("../cli/main.ts");\n' },
      "api-may-import: src/api/view.ts → src/cli/main.ts",
    ],
    ["a folder that is not in the table", { "src/extras/more.ts": one }, "unlisted-folder: src/extras/more.ts"],
    ["a file in no folder", { "src/loose.ts": one }, "unlisted-folder: src/loose.ts"],
    [
      "a module of Node's in a pure folder",
      { "src/sheet/state.ts": 'import "node:fs";\n' },
      "pure: src/sheet/state.ts → fs",
    ],
    [
      "child_process outside process/ and bridges/",
      { "src/git/git.ts": 'import "node:child_process";\n' },
      "only-process-and-bridges: src/git/git.ts → child_process",
    ],
    [
      "the database outside store/ and lock/",
      { "src/landing/land.ts": 'import "node:sqlite";\n' },
      "only-store/sqlite-and-lock: src/landing/land.ts → node:sqlite",
    ],
    [
      "a development dependency in the product",
      { "src/git/git.ts": 'import "esbuild";\n' },
      "no-development-dependency: src/git/git.ts → ",
    ],
    [
      "the query builder in lock/",
      { "src/lock/os-lock.ts": 'import "kysely";\n' },
      "only-store/sqlite: src/lock/os-lock.ts → ",
    ],
    [
      "the query builder outside store/",
      { "src/landing/land.ts": 'import "kysely";\n' },
      "only-store/sqlite: src/landing/land.ts → ",
    ],
    [
      "an import of something that is not there",
      { "src/git/git.ts": 'import "./gone.ts";\n' },
      "resolvable: src/git/git.ts → ./gone.ts",
    ],
    [
      "an import of the tests",
      { "test/kit/kit.ts": one, "src/git/git.ts": use("../../test/kit/kit.ts") },
      "src-only: src/git/git.ts → test/kit/kit.ts",
    ],
  ])("report %s", async (_, files, violation) => {
    const found = await violationsIn(files);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(violation);
  });

  it("tell a folder within a folder from its surroundings", async () => {
    const conductor = { "src/conductor/loop/loop.ts": one };
    expect(
      await violationsIn({ ...conductor, "src/api/methods/table.ts": use("../../conductor/loop/loop.ts") }),
    ).toEqual([]);
    expect(await violationsIn({ ...conductor, "src/api/view.ts": use("../conductor/loop/loop.ts") })).toEqual([
      "api-may-import: src/api/view.ts → src/conductor/loop/loop.ts",
    ]);
    expect(
      await violationsIn({ "src/api/methods/table.ts": one, "src/cli/main.ts": use("../api/methods/table.ts") }),
    ).toEqual(["cli-may-import: src/cli/main.ts → src/api/methods/table.ts"]);
  });

  it("report a cycle within a folder", async () => {
    const found = await violationsIn({
      "src/git/a.ts": use("./b.ts"),
      "src/git/b.ts": 'import { two } from "./a.ts";\nexport const one = two;\n',
    });
    expect(found[0]).toContain("no-cycle: ");
  });

  it("do not bind tests, which may look anywhere", async () => {
    expect(
      await violationsIn({ "src/base/ids.ts": one, "src/base/ids.test.ts": 'import "node:child_process";\n' }),
    ).toEqual([]);
  });

  it("fail when no module was seen at all", async () => {
    expect(await violationsIn({ "src/readme.txt": "" })).toEqual([
      "no-modules: dependency-cruiser saw no module in src/",
    ]);
  });
});

describe("the table", () => {
  it("names only folders that it lists, and has no cycle", () => {
    const settled = new Set<string>();
    for (let before = -1; before !== settled.size; ) {
      before = settled.size;
      for (const [folder, others] of Object.entries(mayImport))
        if (others.every((other) => settled.has(other))) settled.add(folder);
    }
    expect([...settled].sort()).toEqual(Object.keys(mayImport).sort());
  });
});
