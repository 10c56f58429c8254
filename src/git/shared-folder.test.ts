import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { makeRepository } from "../../test/kit/repository.ts";
import { commonDirOf } from "./shared-folder.ts";

it("the shared git folder is found from a checkout, a folder in it and a linked worktree, as git finds it", async () => {
  const repository = makeRepository();
  const below = join(repository.path, "a", "b");
  mkdirSync(below, { recursive: true });
  const linked = join(tempFolder(), "linked");
  repository.git("worktree", "add", "-q", "--detach", linked);
  const shared = realpathSync(join(repository.path, ".git"));
  expect([await commonDirOf(repository.path), await commonDirOf(below), await commonDirOf(linked)]).toEqual([
    shared,
    shared,
    shared,
  ]);
});

it("outside of a checkout, and in a bare repository, nothing is found", async () => {
  expect([await commonDirOf(tempFolder()), await commonDirOf("/nowhere")]).toEqual([undefined, undefined]);
});
