import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeRepository, writeFiles } from "../../../../test/kit/repository.ts";
import { wireGit } from "../../../../test/kit/git.ts";
import { openRepository } from "../../../git/repository.ts";
import { findDependencies } from "./dependencies.ts";

it("are the ignored folders that a project's tools made, and nothing that only bears such a name", async () => {
  const user = makeRepository({
    ".gitignore": "node_modules/\n.venv/\nvenv/\ntarget/\nvendor/\nbuild/\nlinked\n",
    "package.json": "{}",
    "crate/Cargo.toml": "",
    "php/composer.json": "{}",
    "tracked/node_modules/a.js": "",
  });
  writeFiles(user.path, {
    "node_modules/x/index.js": "",
    "packages/a/node_modules/y/index.js": "",
    ".venv/pyvenv.cfg": "",
    "venv/notes.txt": "",
    "crate/target/debug/x": "",
    "target/x": "",
    "php/vendor/autoload.php": "",
    "vendor/x": "",
    "build/x": "",
  });
  symlinkSync(join(user.path, "node_modules"), join(user.path, "linked"));
  const found = await findDependencies(wireGit(), await openRepository(wireGit(), user.path));
  expect(found.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual([
    "node node_modules",
    "node packages/a/node_modules",
    "php php/vendor",
    "python .venv",
    "rust crate/target",
  ]);
});

it("are also the usual ones at the top that git does not ignore, and links to those of another checkout", async () => {
  const user = makeRepository({ "package.json": "{}" });
  writeFiles(user.path, { "venv/pyvenv.cfg": "", ".venv/x": "", "../other/node_modules/x/index.js": "" });
  symlinkSync("../other/node_modules", join(user.path, "node_modules"));
  const found = await findDependencies(wireGit(), await openRepository(wireGit(), user.path));
  expect(found.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual(["node node_modules", "python venv"]);
});
