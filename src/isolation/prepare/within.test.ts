import { existsSync, lstatSync, readFileSync, readlinkSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { treeOf, wire } from "../../../test/kit/wire.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { lendAgain, lendWithin } from "./within.ts";

let top: string;
let context: string;
beforeEach(() => {
  const root = tempFolder();
  [top, context] = [join(root, "top"), join(root, "context")];
  const own = { "web/package.json": "{}", "lib/index.js": "module.exports = 'of the checkout';\n" };
  writeFiles(context, { ...own, "lib/index.js": "module.exports = 'of the context';\n" });
  writeFiles(top, {
    ...own,
    "web/node_modules/tool/index.js": "module.exports = 'the tool';\n",
    "web/node_modules/@org/part/index.js": "module.exports = 'a part';\n",
    "web/node_modules/@org/lib": { link: "../../../lib" },
    "web/node_modules/.bin/tool": { link: "../tool/index.js" },
    "web/node_modules/.package-lock.json": "{}",
    "web/node_modules/.cache/x": "x",
  });
});
const lend = (...borrow: readonly string[]): Promise<readonly string[]> => lendWithin(context, { top, borrow });
const inWeb = (name: string): unknown => createRequire(join(context, "web/x.js"))(name);

describe("folders that lie deeper than the top of the user's checkout", () => {
  it("are found in a context beside the project they belong to", async () => {
    expect(await lend("node_modules", "web/node_modules", "web/.venv")).toEqual(["web/node_modules"]);
    expect([inWeb("tool"), inWeb("@org/part")]).toEqual(["the tool", "a part"]);
    expect(existsSync(join(context, "node_modules"))).toBe(false);
  });

  it("a package of the repository itself is that of the context", async () => {
    await lend("web/node_modules");
    expect(inWeb("@org/lib")).toBe("of the context");
  });

  it("a program that installs or caches there writes into the context", async () => {
    await lend("web/node_modules");
    const folder = join(context, "web/node_modules");
    expect([folder, join(folder, "@org"), join(folder, ".bin")].map((path) => lstatSync(path).isDirectory())).toEqual([
      true,
      true,
      true,
    ]);
    expect([readdirSync(folder).sort(), readlinkSync(join(folder, "tool"))]).toEqual([
      [".bin", ".gitignore", "@org", "tool"],
      join(top, "web/node_modules/tool"),
    ]);
    writeFileSync(join(folder, ".package-lock.json"), "other");
    expect(readFileSync(join(top, "web/node_modules/.package-lock.json"), "utf8")).toBe("{}");
  });

  it("an environment of Python has all of its parts", async () => {
    writeFiles(top, { "web/.venv/pyvenv.cfg": "home = /usr/bin\n", "web/.venv/bin/tool": "" });
    expect(await lend("web/.venv")).toEqual(["web/.venv"]);
    expect([
      readFileSync(join(context, "web/.venv/pyvenv.cfg"), "utf8"),
      existsSync(join(context, "web/.venv/bin/tool")),
    ]).toEqual(["home = /usr/bin\n", true]);
  });

  it("are put back where they were cleared away, and what an agent made there stays", async () => {
    const lent = await lend("web/node_modules");
    const folder = join(context, "web/node_modules");
    for (const name of ["tool", "@org/part", ".bin"]) rmSync(join(folder, name), { recursive: true });
    writeFiles(folder, {
      "tool/index.js": "module.exports = 'its own';\n",
      ".bin": { link: "../../outside" },
      "../../../outside/x": "",
    });
    await lendAgain({ path: context, lent, lentFrom: top });
    expect([inWeb("tool"), inWeb("@org/part"), readdirSync(join(context, "../outside"))]).toEqual([
      "its own",
      "a part",
      ["x"],
    ]);
    rmSync(folder, { recursive: true });
    await lendAgain({ path: context, lent, lentFrom: top });
    expect([
      shown(folder, "tool"),
      shown(folder, "@org/part"),
      shown(folder, ".bin/tool"),
      shown(folder, ".gitignore"),
    ]).toEqual([
      `link ${join(top, "web/node_modules/tool")}`,
      `link ${join(top, "web/node_modules/@org/part")}`,
      `link ${join(top, "web/node_modules/.bin/tool")}`,
      "file *\n",
    ]);
  });

  it("are not put back beyond a link, nor where the user has none any more", async () => {
    const lent = await lend("web/node_modules");
    rmSync(join(context, "web"), { recursive: true });
    writeFiles(context, { web: { link: "../outside" }, "../outside/x": "" });
    await lendAgain({ path: context, lent, lentFrom: top });
    rmSync(join(context, "web"));
    rmSync(join(top, "web/node_modules"), { recursive: true });
    writeFiles(context, { "web/x.js": "" });
    await lendAgain({ path: context, lent, lentFrom: top });
    expect([readdirSync(join(context, "../outside")), readdirSync(join(context, "web"))]).toEqual([["x"], ["x.js"]]);
  });

  it("are not lent into a submodule, nor instead of one", async () => {
    writeFiles(top, { "sub/a/node_modules/x/y": "", "web/mod/x": "" });
    writeFiles(context, { "sub/a/x": "" });
    const modules = ["sub", "web/mod", "web/node"];
    expect(
      await lendWithin(context, { top, borrow: ["sub/a/node_modules", "web/mod", "web/node_modules"], modules }),
    ).toEqual(["web/node_modules"]);
  });

  test.each([
    ["the project is not in this commit", "gone/node_modules", { "top/gone/node_modules/a/b": "" }],
    [
      "a link stands on the way, which may lead out of the context",
      "link/node_modules",
      { "top/link/node_modules/a/b": "", "context/link": { link: "../outside" }, "outside/x": "" },
    ],
    [
      "this commit has one of its own",
      "own/node_modules",
      { "top/own/node_modules/a/b": "", "context/own/node_modules/mine": "mine" },
    ],
    ["it is no folder", "file/node_modules", { "top/file/node_modules": "", "context/file/x": "" }],
  ])("are not lent where %s", async (_, path, files) => {
    const root = join(top, "..");
    writeFiles(root, files);
    expect(await lend(path)).toEqual([]);
    expect([existsSync(join(root, "outside/node_modules")), existsSync(join(context, path, "a"))]).toEqual([
      false,
      false,
    ]);
  });

  it("are nowhere where there is no checkout", async () => {
    expect(await lendWithin(context, { top: null, borrow: ["web/node_modules"] })).toEqual([]);
  });
});

describe.each(["clone", "worktree", "directory"] as const)("what is lent to a context of level %s", (level) => {
  it("is no part of the work, even after an agent changed it, and does not block removal", async () => {
    const repository = makeRepository({ "web/a.txt": "a\n", ".gitignore": "node_modules/\n" });
    writeFiles(repository.path, { "web/node_modules/tool/index.js": "x" });
    const wired = await wire(repository);
    const lent = await wired.create("lent", { level, borrow: ["web/node_modules"] });
    expect([lent.lent, shown(lent.path, "web/node_modules/tool/index.js")]).toEqual([["web/node_modules"], "file x"]);
    writeFiles(lent.path, {
      ".gitignore": "!node_modules\n!node_modules/**\n",
      "web/a.txt": "b\n",
      "web/node_modules/mine/x.js": "y",
    });
    if (level !== "directory") {
      gitIn(lent.path, ["add", "--force", "--all"]);
      gitIn(lent.path, ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "all"]);
    }
    const proof = await wired.capture("lent", lent);
    const told = [{ path: "web/node_modules/mine/", reason: "in a prepared folder", bytes: null }];
    expect([[...treeOf(wired, proof.commit).keys()], proof.leftOut]).toEqual([[".gitignore", "web/a.txt"], told]);
    expect([
      await destroyContext(wired.places, wired.store, proof),
      shown(repository.path, "web/node_modules/tool/index.js"),
    ]).toEqual(["destroyed", "file x"]);
  });
});

it("an agent that adds a lent folder by force, and hides all around it, has not made it its own", async () => {
  const repository = makeRepository({ "web/a.txt": "a\n", "b.txt": "b\n" });
  writeFiles(repository.path, { "web/node_modules/tool/index.js": "x" });
  const wired = await wire(repository);
  const lent = await wired.create("forced", { level: "clone", borrow: ["web/node_modules"] });
  expect(gitIn(lent.path, ["status", "--porcelain"])).toBe("");
  rmSync(join(lent.path, "web/a.txt"));
  writeFiles(lent.path, { ".gitignore": "web/\n", "web/mine.txt": "m\n" });
  gitIn(lent.path, ["add", "--force", "--all"]);
  gitIn(lent.path, ["add", "--force", "web/node_modules/tool"]);
  expect([...treeOf(wired, (await wired.capture("forced", lent)).commit).keys()]).toEqual([
    ".gitignore",
    "b.txt",
    "web/mine.txt",
  ]);
});
