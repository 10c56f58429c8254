import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCanary, plant } from "../../../test/kit/canary.ts";
import { makePipes } from "../../../test/kit/folders.ts";
import { gitIn, printedBy } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { type StrayKit, strayKit } from "../../../test/kit/strays.ts";
import { treeOf } from "../../../test/kit/wire.ts";
import { strayRefs } from "./history.ts";
import { strayName } from "./stray.ts";

/** Removes a stray and every object that the user's repository does not refer to any more. */
async function takeAway(kit: StrayKit, name: string) {
  const capture = await kit.capture(await kit.only(name));
  expect(await kit.remove(capture)).toMatchObject({ kind: "removed" });
  kit.repository.git("reflog", "expire", "--expire=now", "--all");
  kit.repository.git("gc", "-q", "--prune=now");
  expect(kit.wired.look("fsck", "--connectivity-only", "--no-dangling")).toBe("");
  return capture;
}

const subjects = (kit: StrayKit, refs: string): readonly string[] =>
  kit.wired.look("log", "--format=%s", `--glob=${refs}`, "--not", kit.repository.head()).split("\n").sort();

describe("a captured worktree", () => {
  it("is a snapshot with its changed and untracked files, and without the ignored ones, which are listed", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x", "-b", "topic");
    writeFiles(path, { "a.txt": "changed\n", "new.txt": "new\n", "x.log": "log\n" });
    rmSync(join(path, "b.txt"));
    const stray = await kit.only("x");
    const { snapshot, leftOut, onlyHere } = await kit.capture(stray);
    expect(snapshot?.ref).toBe(`refs/tutti/snapshots/adopted/${strayName(stray)}/1`);
    expect([...treeOf(kit.wired, snapshot!.commit).keys()]).toEqual([".gitignore", "a.txt", "new.txt"]);
    expect(
      kit.wired.look("show", "-s", "--format=%(trailers:key=Tutti-Snapshot-Sheet,valueonly)%P", snapshot!.commit),
    ).toContain("../x");
    expect(leftOut).toMatchObject([{ path: "x.log", reason: "ignored" }]);
    expect(onlyHere).toEqual([]);
    expect((await kit.capture(stray)).snapshot).toEqual(snapshot);
  });

  it("leaves its detached commits, also those reset away, where no gc of the user's reaches them", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    for (const message of ["one", "two"]) {
      writeFiles(path, { [`${message}.txt`]: message });
      gitIn(path, ["add", "--all"]);
      gitIn(path, ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", message]);
    }
    gitIn(path, ["reset", "-q", "--hard", "HEAD~2"]);
    const stray = await kit.only("x");
    const { commits } = await takeAway(kit, "x");
    expect(commits).toBe(2);
    expect(subjects(kit, strayRefs(stray))).toEqual(["one", "two"]);
    expect(
      kit.wired.look(
        "cat-file",
        "blob",
        `${kit.wired.look("for-each-ref", "--format=%(refname)", "--count=1", strayRefs(stray))}:one.txt`,
      ),
    ).toBe("one");
  });

  it("stands on commits that stay, even when the user's branches are gone", async () => {
    const kit = await strayKit();
    kit.repository.git("checkout", "-q", "-b", "topic");
    kit.repository.commit({ "topic.txt": "topic\n" });
    kit.repository.git("checkout", "-q", "main");
    kit.repository.git("worktree", "add", "-q", kit.beside("x"), "topic");
    writeFiles(kit.beside("x"), { "dirty.txt": "dirty\n" });
    const capture = await kit.capture(await kit.only("x"));
    expect(await kit.remove(capture)).toMatchObject({ kind: "removed" });
    kit.repository.git("branch", "-q", "-D", "topic");
    kit.repository.git("reflog", "expire", "--expire=now", "--all");
    kit.repository.git("gc", "-q", "--prune=now");
    expect([...treeOf(kit.wired, capture.snapshot!.ref).keys()]).toEqual([
      ".gitignore",
      "a.txt",
      "b.txt",
      "dirty.txt",
      "topic.txt",
    ]);
  });

  it("leaves what was staged and overwritten since, and both sides of a conflict", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    writeFiles(path, { "a.txt": "staged\n", "only-staged.txt": "only\n" });
    gitIn(path, ["add", "--all"]);
    writeFiles(path, { "a.txt": "a\n" });
    rmSync(join(path, "only-staged.txt"));
    const blob = gitIn(path, ["hash-object", "-w", "a.txt"]);
    writeFiles(path, { "theirs.txt": "theirs\n" });
    const theirs = gitIn(path, ["hash-object", "-w", "theirs.txt"]);
    rmSync(join(path, "theirs.txt"));
    printedBy(path, ["update-index", "--index-info"], {
      input: `0 ${"0".repeat(40)}\tb.txt\n100644 ${blob} 2\tb.txt\n100644 ${theirs} 3\tb.txt\n`,
    });
    const { staged, onlyHere } = await takeAway(kit, "x");
    expect(onlyHere).toEqual([]);
    expect(Object.fromEntries(treeOf(kit.wired, staged!))).toMatchObject({
      "a.txt": "100644 staged\n",
      "only-staged.txt": "100644 only\n",
      ".tutti-conflicts/2/b.txt": "100644 a\n",
      ".tutti-conflicts/3/b.txt": "100644 theirs\n",
    });
  });

  it("whose folder is gone leaves its commits and what was staged", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    gitIn(path, ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "--allow-empty", "-m", "detached"]);
    writeFiles(path, { "staged.txt": "staged\n" });
    gitIn(path, ["add", "--all"]);
    rmSync(path, { recursive: true });
    const stray = await kit.only("x");
    const capture = await takeAway(kit, "x");
    expect(capture).toMatchObject({ snapshot: null, commits: 1 });
    expect(treeOf(kit.wired, capture.staged!).get("staged.txt")).toBe("100644 staged\n");
    expect(subjects(kit, strayRefs(stray))).toEqual(["detached", expect.stringContaining("staged")]);
  });
});

describe("a captured clone", () => {
  it("leaves the names of branches and tags that had commits of their own", async () => {
    const kit = await strayKit();
    const path = kit.clone("x");
    const commit = (message: string): string => gitIn(path, ["commit", "-q", "--allow-empty", "-m", message]);
    gitIn(path, ["checkout", "-q", "-b", "feature/one"]);
    commit("one");
    gitIn(path, ["tag", "-a", "-m", "t", "v1"]);
    gitIn(path, ["pack-refs", "--all"]);
    gitIn(path, ["checkout", "-q", "-b", "two"]);
    commit("two");
    writeFileSync(join(path, ".git", "refs", "heads", "bad name~"), `${gitIn(path, ["rev-parse", "HEAD"])}\n`);
    const stray = await kit.only("x");
    await takeAway(kit, "x");
    const refs = kit.wired
      .look("for-each-ref", "--format=%(refname) %(subject)", `${strayRefs(stray)}/heads`, `${strayRefs(stray)}/tags`)
      .split("\n");
    expect(refs.map((ref) => ref.slice(strayRefs(stray).length + 1))).toEqual([
      "heads/feature/one one",
      "heads/two two",
      "tags/v1 t",
    ]);
  });

  it("leaves its branches, stashes and tags", async () => {
    const kit = await strayKit();
    kit.repository.git("tag", "-a", "-m", "ours", "v1");
    const path = kit.clone("x");
    const commit = (message: string): string => gitIn(path, ["commit", "-q", "--allow-empty", "-m", message]);
    gitIn(path, ["checkout", "-q", "-b", "topic"]);
    commit("on topic");
    gitIn(path, ["checkout", "-q", "--detach", "main"]);
    commit("tagged");
    gitIn(path, ["tag", "-a", "-m", "a tag of its own", "t"]);
    gitIn(path, ["checkout", "-q", "main"]);
    commit("on main");
    writeFiles(path, { "a.txt": "stashed\n" });
    gitIn(path, ["stash", "push", "-q", "-m", "put aside"]);
    rmSync(join(path, ".git", "logs"), { recursive: true });
    writeFiles(path, { "untracked.txt": "u\n" });
    const stray = await kit.only("x");
    const { snapshot } = await takeAway(kit, "x");
    expect(subjects(kit, strayRefs(stray))).toEqual(
      expect.arrayContaining(["on main", "on topic", "tagged", "On main: put aside"]),
    );
    const kinds = kit.wired.look("for-each-ref", "--format=%(objecttype) %(objectname)", strayRefs(stray)).split("\n");
    expect(new Set(kinds.filter((kind) => kind.startsWith("tag "))).size).toBe(1);
    expect(treeOf(kit.wired, snapshot!.ref).get("untracked.txt")).toBe("100644 u\n");
    expect(kit.wired.look("log", "-1", "--format=%s", `${snapshot!.ref}^`)).toBe("on main");
  });

  it("leaves what was only staged in it", async () => {
    const kit = await strayKit();
    const path = kit.clone("x");
    writeFiles(path, { "only-staged.txt": "only\n" });
    gitIn(path, ["add", "--all"]);
    rmSync(join(path, "only-staged.txt"));
    const { staged } = await takeAway(kit, "x");
    expect(treeOf(kit.wired, staged!).get("only-staged.txt")).toBe("100644 only\n");
  });

  it("stands on commits that stay, even when the branch it was cloned from is gone", async () => {
    const kit = await strayKit();
    kit.repository.git("checkout", "-q", "-b", "topic");
    kit.repository.commit({ "topic.txt": "topic\n" });
    const path = kit.clone("x");
    gitIn(path, ["commit", "-q", "--allow-empty", "-m", "mine"]);
    kit.repository.git("checkout", "-q", "main");
    const { snapshot } = await kit.capture(await kit.only("x"));
    kit.repository.git("branch", "-q", "-D", "topic");
    kit.repository.git("reflog", "expire", "--expire=now", "--all");
    kit.repository.git("gc", "-q", "--prune=now");
    expect(kit.wired.look("fsck", "--connectivity-only", "--no-dangling")).toBe("");
    expect(treeOf(kit.wired, snapshot!.ref).get("topic.txt")).toBe("100644 topic\n");
  });

  it.each([
    ["modules/sub/HEAD", "submodules"],
    ["worktrees/w/HEAD", "worktrees of its own"],
    ["lfs/objects/ab/cd", "LFS content"],
    ["reftable/tables.list", "refs in a form"],
  ])("with .git/%s stays", async (file, what) => {
    const kit = await strayKit();
    writeFiles(join(kit.clone("x"), ".git"), { [file]: "x" });
    const capture = await kit.capture(await kit.only("x"));
    expect(capture.onlyHere).toEqual([expect.stringContaining(what)]);
    expect(await kit.remove(capture, { isForced: true })).toMatchObject({ kind: "kept" });
  });

  it("that names a commit it does not have stays", async () => {
    const kit = await strayKit();
    const path = kit.clone("x");
    mkdirSync(join(path, ".git", "refs", "heads"), { recursive: true });
    writeFileSync(join(path, ".git", "refs", "heads", "lost"), `${"1".repeat(40)}\n`);
    expect((await kit.capture(await kit.only("x"))).onlyHere).toEqual([expect.stringContaining("not there")]);
  });
});

it("a stray with a special file stays, because no snapshot holds it", async () => {
  const kit = await strayKit();
  makePipes(join(kit.worktree("x"), "pipe"));
  const stray = await kit.only("x");
  expect((await kit.content(stray)).onlyHere).toEqual(["pipe: special file"]);
  const capture = await kit.capture(stray);
  expect(await kit.remove(capture, { isForced: true })).toEqual({ kind: "kept", why: "pipe: special file" });
});

it("nothing that a stray's configuration names is run", async () => {
  const kit = await strayKit();
  const canary = makeCanary();
  for (const path of [kit.clone("x"), kit.clone("shared", "--shared")]) {
    plant(canary, { folder: path, gitDir: join(path, ".git"), config: join(path, ".git", "config") });
    writeFiles(path, { "a.txt": "changed\n", "b.txt": "changed too\n" });
  }
  for (const stray of await kit.find()) {
    await kit.content(stray);
    expect(await kit.remove(await kit.capture(stray))).toMatchObject({ kind: "removed" });
  }
  expect(canary.songs()).toEqual([]);
});
