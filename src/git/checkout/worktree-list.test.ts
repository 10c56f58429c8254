import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { listWorktrees, parseWorktrees } from "./worktree-list.ts";

it("worktrees are listed with what git says of each: detached, locked with or without a reason, prunable", async () => {
  const repository = makeRepository();
  const folder = tempFolder();
  const add = (name: string, ...more: readonly string[]): string => {
    repository.git("worktree", "add", "-q", ...more, join(folder, name));
    return join(folder, name);
  };
  add("detached", "--detach");
  add("two\nlines", "-b", "topic");
  repository.git("worktree", "lock", "--reason", "for\na reason", add("reason", "--detach"));
  repository.git("worktree", "lock", add("no reason", "--detach"));
  rmSync(add("gone", "--detach"), { recursive: true });
  const [main, ...linked] = await listWorktrees(wireGit(), repository.gitDir);
  expect(main).toMatchObject({
    path: repository.path,
    branch: "refs/heads/main",
    isDetached: false,
    isBare: false,
    locked: null,
    prunable: null,
  });
  const by = new Map(linked.map((item) => [item.path.slice(folder.length + 1), item]));
  expect(by.get("detached")).toMatchObject({ head: repository.head(), branch: null, isDetached: true });
  expect(by.get("two\nlines")).toMatchObject({ branch: "refs/heads/topic" });
  expect(by.get("reason")?.locked).toBe("for\na reason");
  expect(by.get("no reason")?.locked).toBe("");
  expect(by.get("gone")?.prunable).not.toBeNull();
});

it("a bare repository lists itself as bare", async () => {
  const path = tempFolder();
  gitIn(path, ["init", "-q", "--bare", "--template="]);
  expect(await listWorktrees(wireGit(), path)).toMatchObject([{ path, isBare: true, head: null }]);
  expect(parseWorktrees("")).toEqual([]);
});
