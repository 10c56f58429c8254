import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayImport, readWalls } from "./scripts.ts";
import { repository, treeOf } from "./tree.ts";

const packageJson = JSON.stringify({
  type: "module",
  dependencies: { kysely: "*" },
  devDependencies: { rolldown: "*" },
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

  const planted: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    [
      "an import upwards",
      { "src/sheet/state.ts": one, "src/base/ids.ts": use("../sheet/state.ts") },
      "base-may-import: src/base/ids.ts → src/sheet/state.ts",
    ],
    [
      "an import upwards of a type alone",
      {
        "src/sheet/kind.ts": "export type S = 1;\n",
        "src/base/types.ts": 'import type { S } from "../sheet/kind.ts";\nexport type T = S;\n',
      },
      "base-may-import: src/base/types.ts → src/sheet/kind.ts",
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
      { "src/sheet/disk.ts": 'import "node:fs";\n' },
      "pure: src/sheet/disk.ts → fs",
    ],
    [
      "child_process outside process/ and bridges/",
      { "src/git/start.ts": 'import "node:child_process";\n' },
      "only-process-and-bridges: src/git/start.ts → child_process",
    ],
    [
      "the database outside store/ and lock/",
      { "src/landing/database.ts": 'import "node:sqlite";\n' },
      "only-store/sqlite-and-lock: src/landing/database.ts → node:sqlite",
    ],
    [
      "a development dependency in the product",
      { "src/git/bundle.ts": 'import "rolldown";\n' },
      "no-development-dependency: src/git/bundle.ts → ",
    ],
    [
      "the query builder in lock/",
      { "src/lock/os-lock.ts": 'import "kysely";\n' },
      "only-store/sql-and-store/sqlite-and-store/postgres: src/lock/os-lock.ts → ",
    ],
    [
      "the query builder outside store/",
      { "src/landing/query.ts": 'import "kysely";\n' },
      "only-store/sql-and-store/sqlite-and-store/postgres: src/landing/query.ts → ",
    ],
    [
      "an import of something that is not there",
      { "src/git/lost.ts": 'import "./gone.ts";\n' },
      "resolvable: src/git/lost.ts → ./gone.ts",
    ],
    [
      "an import of the product by a package",
      { "src/base/text.ts": one, "packages/jinja/src/product.ts": use("../../../src/base/text.ts") },
      "packages-import-nothing: packages/jinja/src/product.ts → src/base/text.ts",
    ],
    [
      "a module of Node's in a package",
      { "packages/jinja/src/disk.ts": 'import "node:fs";\n' },
      "packages-import-nothing: packages/jinja/src/disk.ts → fs",
    ],
    [
      "the template engine outside score/",
      { "packages/jinja/src/engine.ts": one, "src/git/template.ts": use("../../packages/jinja/src/engine.ts") },
      "only-score: src/git/template.ts → packages/jinja/src/engine.ts",
    ],
    [
      "an import of the tests",
      { "test/kit/kit.ts": one, "src/git/kit.ts": use("../../test/kit/kit.ts") },
      "src-only: src/git/kit.ts → test/kit/kit.ts",
    ],
  ];
  // One tree with all of them: reading a tree takes longer than all that is asked of it.
  let report: ReturnType<typeof violationsIn> | undefined;
  const reported = () =>
    (report ??= violationsIn(Object.assign({}, ...planted.map(([, files]) => files)) as Record<string, string>));

  it.each(planted)("report %s", async (_, _files, violation) => {
    expect((await reported()).filter((found) => found.includes(violation))).toHaveLength(1);
  });

  it("report nothing else", async () => {
    expect(await reported()).toHaveLength(planted.length);
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
