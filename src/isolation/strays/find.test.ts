import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { type StrayKit, strayKit } from "../../../test/kit/strays.ts";
import { openRepository } from "../../git/repository.ts";
import { findStrays } from "./find.ts";

describe("linked worktrees", () => {
  it("are found detached, on a branch, locked and without their folder", async () => {
    const kit = await strayKit();
    kit.worktree("detached");
    kit.worktree("on branch", "-b", "topic");
    kit.repository.git("worktree", "lock", "--reason", "claude agent (pid 4194303)", kit.worktree("locked"));
    rmSync(kit.worktree("gone"), { recursive: true });
    const head = kit.repository.head();
    expect(await kit.only("detached")).toMatchObject({
      kind: "worktree",
      link: "whole",
      branch: null,
      head,
      lock: null,
    });
    expect(await kit.only("on branch")).toMatchObject({ link: "whole", branch: "refs/heads/topic", head });
    expect((await kit.only("locked")).lock).toEqual({
      reason: "claude agent (pid 4194303)",
      pid: 4_194_303,
      owner: "dead",
    });
    expect(await kit.only("gone")).toMatchObject({ link: "gone", head });
  });

  it("are found where they lie now after a move", async () => {
    const kit = await strayKit();
    renameSync(kit.worktree("before"), kit.beside("after"));
    expect((await kit.find()).map(({ path, link }) => ({ path, link }))).toEqual([
      { path: kit.beside("after"), link: "moved" },
    ]);
  });

  it("are found when git has pruned its notes of them, and when they were copied", async () => {
    const kit = await strayKit();
    const original = kit.worktree("original");
    cpSync(original, kit.beside("copy"), { recursive: true });
    const pruned = kit.worktree("pruned");
    rmSync(join(kit.repository.gitDir, "worktrees", "pruned"), { recursive: true });
    expect(await kit.only("original")).toMatchObject({ link: "whole" });
    expect(await kit.only("copy")).toMatchObject({ link: "loose", admin: null });
    expect(await kit.only("pruned")).toMatchObject({ path: pruned, link: "loose", admin: null, head: null });
  });

  it("are not taken for a folder put in their place", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    rmSync(path, { recursive: true });
    writeFiles(path, { "mine.txt": "not the tool's\n" });
    expect(await kit.only("x")).toMatchObject({ link: "replaced" });
    rmSync(path, { recursive: true });
    symlinkSync(kit.repository.path, path);
    expect((await kit.find()).map(({ link, path: found }) => [link, found])).toEqual([]);
  });

  it("are found although a killed creation left notes without a HEAD", async () => {
    const kit = await strayKit();
    kit.worktree("half");
    const admin = join(kit.repository.gitDir, "worktrees", "half");
    writeFileSync(join(admin, "HEAD"), `${"0".repeat(40)}\n`);
    writeFileSync(join(admin, "locked"), "initializing");
    const bare = join(kit.repository.gitDir, "worktrees", "empty");
    mkdirSync(bare);
    expect(await kit.only("half")).toMatchObject({ head: null, lock: { pid: null, owner: "dead" } });
    expect((await kit.find()).filter(({ path }) => path === null)).toMatchObject([{ admin: bare, link: "gone" }]);
  });

  it("whose place can't be told are not taken for gone", async () => {
    const kit = await strayKit();
    rmSync(kit.worktree("x"), { recursive: true });
    const notes = join(kit.repository.gitDir, "worktrees", "x", "gitdir");
    writeFileSync(notes, Buffer.from(`${kit.beside("caf")}\xe9/.git\n`, "latin1"));
    expect((await kit.find()).map(({ link }) => link)).toEqual(["unseen"]);
  });
});

describe("clones", () => {
  it("are found when they borrow the repository's objects or have it as a remote", async () => {
    const kit = await strayKit();
    kit.clone("shared", "--shared");
    gitIn(kit.beside("shared"), ["remote", "remove", "origin"]);
    kit.clone("copied", "--no-hardlinks");
    gitIn(kit.clone("by address"), ["remote", "set-url", "origin", `file://${encodeURI(kit.repository.path)}`]);
    mkdirSync(join(kit.repository.path, ".claude", "worktrees"), { recursive: true });
    renameSync(kit.clone("inside"), join(kit.repository.path, ".claude", "worktrees", "inside"));
    const found = await kit.find();
    expect(found.map(({ kind, path, branch }) => [kind, path?.split("/").pop(), branch]).sort()).toEqual([
      ["clone", "by address", "refs/heads/main"],
      ["clone", "copied", "refs/heads/main"],
      ["clone", "inside", "refs/heads/main"],
      ["clone", "shared", "refs/heads/main"],
    ]);
  });

  it("of other repositories are left alone, also one whose remote is a path that was given away again", async () => {
    const kit = await strayKit();
    const other = await strayKit();
    renameSync(other.clone("others"), kit.beside("others"));
    const stranger = kit.beside("stranger");
    mkdirSync(stranger);
    for (const args of [
      ["init", "-q", "--template="],
      ["remote", "add", "origin", kit.repository.path],
      ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "--allow-empty", "-m", "other"],
    ])
      gitIn(stranger, args);
    expect(await kit.find()).toEqual([]);
  });

  it("with a pipe for a file are passed over, not waited for", async () => {
    const kit = await strayKit();
    const path = kit.clone("x");
    rmSync(join(path, ".git", "config"));
    makePipes(join(path, ".git", "config"));
    expect(await kit.find()).toEqual([]);
  });
});

describe("without being told where to look", () => {
  const found = async (kit: StrayKit, named: readonly string[] = []) => {
    const opened = await openRepository(kit.wired.git, kit.repository.path);
    const ask = { desk: kit.wired.store.gitDir, folders: null, named, ours: [kit.wired.places.home] };
    return (await findStrays(kit.wired.git, opened, ask)).strays.map(({ path }) => path);
  };

  it("clones beside the repository are the user's own, also those that borrow from it, unless they are named", async () => {
    const kit = await strayKit();
    const mine = kit.clone("mine");
    kit.clone("borrowing", "--shared");
    expect(await found(kit)).toEqual([]);
    expect(await found(kit, [mine])).toEqual([mine]);
  });

  it("clones in places of tools are strays, and worktrees wherever they were moved", async () => {
    const kit = await strayKit();
    const place = join(kit.beside("user's repo-worktrees"), "a");
    mkdirSync(join(place, ".."));
    renameSync(kit.clone("x"), place);
    renameSync(kit.worktree("before"), kit.beside("after"));
    expect([...(await found(kit))].sort()).toEqual([kit.beside("after"), place]);
  });
});

describe("never a stray", () => {
  it("is the main checkout, the one asked from, or anything of Tutti's own", async () => {
    const kit = await strayKit();
    const here = kit.worktree("here");
    await kit.wired.create("s");
    await kit.wired.create("t", { level: "worktree" });
    const opened = await openRepository(kit.wired.git, here);
    const { strays } = await findStrays(kit.wired.git, opened, {
      desk: kit.wired.store.gitDir,
      folders: null,
      ours: [kit.wired.places.home],
    });
    expect(strays).toEqual([]);
    const mine = kit.worktree("mine");
    const folders = [{ path: kit.beside("."), depth: 1 }];
    const asked = { desk: kit.wired.store.gitDir, folders, ours: [mine] };
    expect((await findStrays(kit.wired.git, opened, asked)).strays).toEqual([]);
  });
});

it("tells how much is in a stray, and changes nothing of it", async () => {
  const kit = await strayKit();
  const path = kit.worktree("x");
  gitIn(path, ["commit", "-q", "--allow-empty", "-m", "one"]);
  gitIn(path, ["commit", "-q", "--allow-empty", "-m", "two"]);
  writeFiles(path, { "a.txt": "changed\n", "new/1": "1", "new/2": "2", "x.log": "log", "staged.txt": "s" });
  rmSync(join(path, "b.txt"));
  gitIn(path, ["add", "staged.txt"]);
  const before = readdirSync(join(kit.repository.gitDir, "worktrees", "x"));
  const content = await kit.content(await kit.only("x"));
  expect(content).toMatchObject({ ownCommits: 2, changed: 2, untracked: 3, staged: 1, ignored: 1, users: [] });
  expect(content.bytes).toBeGreaterThan(0);
  expect(readdirSync(join(kit.repository.gitDir, "worktrees", "x"))).toEqual(before);
  expect(gitIn(path, ["status", "--porcelain"]).split("\n").sort()).toEqual([
    " D b.txt",
    " M a.txt",
    "?? new/",
    "A  staged.txt",
  ]);
});
