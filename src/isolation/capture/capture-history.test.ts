import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makePipes } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { oneOf } from "../../../test/kit/long.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, treeOf, wire } from "../../../test/kit/wire.ts";
import type { SheetId } from "../../base/ids.ts";
import { agentRefs } from "../home/places.ts";

const commit = (folder: string, files: Readonly<Record<string, string>>, message = "by the agent"): string => {
  writeFiles(folder, files);
  gitIn(folder, ["add", "-A"]);
  gitIn(folder, ["commit", "-q", "-m", message]);
  return gitIn(folder, ["rev-parse", "HEAD"]);
};

describe.each(oneOf(2, ["clone", "worktree"] as const))("in mode %s", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository({ "a.txt": "a\n", "b.txt": "b\n" }));
  });
  const kept = (sheet: string): readonly string[] =>
    wired
      .look("for-each-ref", "--format=%(objectname)", agentRefs(job, sheet as SheetId, 1))
      .split("\n")
      .filter((line) => line !== "");
  const tree = (sha: string) => Object.fromEntries(treeOf(wired, sha));

  it("commits that the agent made are in the capture, and kept as they are", async () => {
    const context = await wired.create("commits", { level: mode });
    const first = commit(context.path, { "a.txt": "one\n" });
    const second = commit(context.path, { "c.txt": "two\n" });
    writeFiles(context.path, { "b.txt": "left uncommitted\n" });
    const proof = await wired.capture("commits", context);
    expect(tree(proof.commit)).toEqual({
      "a.txt": "100644 one\n",
      "b.txt": "100644 left uncommitted\n",
      "c.txt": "100644 two\n",
    });
    expect(wired.look("rev-parse", `${proof.commit}^`)).toBe(context.base);
    expect([...kept("commits")].toSorted()).toEqual([first, second].toSorted());
    expect(wired.look("log", "--format=%s", `${context.base}..${second}`)).toBe("by the agent\nby the agent");
    rmSync(context.path, { recursive: true });
    rmSync(join(wired.store.hub, "objects"), { recursive: true, force: true });
    expect(wired.look("fsck", "--strict", "--connectivity-only")).not.toContain("missing");
    mkdirSync(join(wired.store.hub, "objects/info"), { recursive: true });
    writeFileSync(join(wired.store.hub, "objects/info/alternates"), `${wired.store.gitDir}/objects\n`);
  });

  it("commits on other branches, in the stash, tagged, amended or reset away are kept", async () => {
    const context = await wired.create("hidden commits", { level: mode });
    const away = commit(context.path, { "a.txt": "reset away\n" });
    gitIn(context.path, ["reset", "-q", "--hard", context.base]);
    gitIn(context.path, ["checkout", "-q", "-b", `side-${mode}`]);
    const side = commit(context.path, { "side.txt": "x\n" });
    gitIn(context.path, ["commit", "-q", "--amend", "-m", "amended"]);
    const amended = gitIn(context.path, ["rev-parse", "HEAD"]);
    gitIn(context.path, ["checkout", "-q", "--detach", context.base]);
    writeFiles(context.path, { "b.txt": "stashed\n" });
    gitIn(context.path, ["stash", "-q"]);
    const proof = await wired.capture("hidden commits", context);
    expect(proof.changed).toBe(false);
    expect(proof.leftOut).toEqual([]);
    expect(kept("hidden commits")).toEqual(expect.arrayContaining([away, side, amended]));
    if (mode === "clone") expect(kept("hidden commits")).toContain(gitIn(context.path, ["rev-parse", "refs/stash"]));
  });

  it("commits that were packed and a log that mentions foreign hashes are no trouble", async () => {
    const context = await wired.create("packed", { level: mode });
    const made = commit(context.path, { "a.txt": "one\n" }, `revert ${"1234567890".repeat(4)}`);
    gitIn(context.path, ["repack", "-q", "-a", "-l", ...(mode === "clone" ? ["-d"] : [])]);
    const proof = await wired.capture("packed", context);
    expect(kept("packed")).toEqual([made]);
    expect(proof.leftOut).toEqual([]);
  });

  it("files of a nested repository are taken as plain files, its history is listed, and its ignore rules hold", async () => {
    const context = await wired.create("nested", { level: mode });
    const nested = join(context.path, "vendor/lib");
    mkdirSync(nested, { recursive: true });
    gitIn(nested, ["init", "-q"]);
    gitIn(nested, ["config", "user.name", "Lib"]);
    gitIn(nested, ["config", "user.email", "lib@example.com"]);
    commit(nested, { "lib.c": "int x;\n", "deep/er/y.c": "int y;\n", ".gitignore": "*.o\nnode_modules/\n" });
    writeFiles(nested, { "dirty.c": "dirty\n", "lib.o": "object", "node_modules/x/index.js": "x" });
    mkdirSync(join(context.path, "unborn"));
    gitIn(join(context.path, "unborn"), ["init", "-q"]);
    writeFiles(context.path, { "unborn/new.c": "new\n" });
    const proof = await wired.capture("nested", context);
    expect(tree(proof.commit)).toEqual({
      "a.txt": "100644 a\n",
      "b.txt": "100644 b\n",
      "unborn/new.c": "100644 new\n",
      "vendor/lib/.gitignore": "100644 *.o\nnode_modules/\n",
      "vendor/lib/deep/er/y.c": "100644 int y;\n",
      "vendor/lib/dirty.c": "100644 dirty\n",
      "vendor/lib/lib.c": "100644 int x;\n",
    });
    expect(Object.fromEntries(proof.leftOut.map((item) => [item.path, item.reason]))).toEqual({
      "vendor/lib/.git/": "nested repository's history",
      "unborn/.git/": "nested repository's history",
      "vendor/lib/lib.o": "ignored",
      "vendor/lib/node_modules/x/index.js": "ignored",
    });
    expect((await wired.capture("nested", context)).commit).toBe(proof.commit);
  });

  it("a repository made inside a tracked folder hides no edit", async () => {
    const context = await wired.create("init at the top of a folder", { level: mode, base: wired.repository.head() });
    mkdirSync(join(context.path, "pkg"));
    gitIn(join(context.path, "pkg"), ["init", "-q"]);
    const first = await wired.capture("init at the top of a folder", context);
    expect(first.changed).toBe(false);
    expect(first.leftOut.map((item) => item.path)).toEqual(["pkg/.git/"]);
  });

  it.each([
    ["deleted", (dot: string) => rmSync(dot, { recursive: true })],
    [
      "replaced by a file",
      (dot: string) => {
        rmSync(dot, { recursive: true });
        writeFileSync(dot, "gitdir: /nowhere\n");
      },
    ],
    [
      "replaced by a link to a folder",
      (dot: string) => {
        rmSync(dot, { recursive: true });
        symlinkSync("/etc", dot);
      },
    ],
    [
      "replaced by an empty folder",
      (dot: string) => {
        rmSync(dot, { recursive: true });
        mkdirSync(dot);
      },
    ],
  ])("a .git that was %s costs no file", async (what, deed) => {
    const context = await wired.create(`.git ${what}`, { level: mode });
    writeFiles(context.path, { "a.txt": "edited\n", "new.txt": "new\n" });
    deed(join(context.path, ".git"));
    const proof = await wired.capture(`.git ${what}`, context);
    expect(tree(proof.commit)).toEqual({
      "a.txt": "100644 edited\n",
      "b.txt": "100644 b\n",
      "new.txt": "100644 new\n",
    });
    expect(proof.leftOut).toEqual([]);
  });
});

describe("a history that can't be read", () => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository({ "a.txt": "a\n" }));
  });
  const objectFiles = (folder: string): readonly string[] =>
    readdirSync(join(folder, ".git/objects"), { recursive: true, withFileTypes: true })
      .filter((entry) => /^[0-9a-f]{38}$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));

  it.each([
    [
      "garbage in its objects",
      (folder: string) =>
        objectFiles(folder).forEach((path) => {
          rmSync(path);
          writeFileSync(path, "garbage");
        }),
    ],
    ["no objects", (folder: string) => objectFiles(folder).forEach((path) => rmSync(path))],
    [
      "cut objects",
      (folder: string) =>
        objectFiles(folder).forEach((path) => {
          const bytes = readFileSync(path);
          rmSync(path);
          writeFileSync(path, bytes.subarray(0, 10));
        }),
    ],
    [
      "a blob missing",
      (folder: string) =>
        rmSync(
          objectFiles(folder).find((path) => path.endsWith(gitIn(folder, ["rev-parse", "HEAD:gone.txt"]).slice(2)))!,
        ),
    ],
  ])("for %s is listed, and costs no file", async (what, deed) => {
    const context = await wired.create(what);
    commit(context.path, { "a.txt": `${what}\n`, "gone.txt": `${what}, gone\n` });
    deed(context.path);
    rmSync(join(context.path, "gone.txt"));
    const proof = await wired.capture(what, context);
    expect(treeOf(wired, proof.commit).get("a.txt")).toBe(`100644 ${what}\n`);
    expect(proof.leftOut.map((item) => [item.path, item.reason])).toEqual([[".git/", "unreadable history"]]);
  });

  it("is not waited for where pipes lie in the place of refs", async () => {
    const context = await wired.create("pipes");
    commit(context.path, { "a.txt": "committed\n" });
    for (const name of ["HEAD", "packed-refs", "logs/HEAD", "refs/heads/pipe"]) {
      rmSync(join(context.path, ".git", name), { force: true });
      makePipes(join(context.path, ".git", name));
    }
    const proof = await wired.capture("pipes", context);
    expect(treeOf(wired, proof.commit).get("a.txt")).toBe("100644 committed\n");
  });

  it("for having more refs than a result can have is listed", async () => {
    const context = await wired.create("many refs");
    const names = Array.from(
      { length: 1100 },
      (_, place) => `${(place + 1).toString(16).padStart(40, "0")} refs/heads/b${place}\n`,
    );
    writeFileSync(join(context.path, ".git/packed-refs"), names.join(""));
    const proof = await wired.capture("many refs", context);
    expect(proof.leftOut.map((item) => item.detail)).toContain("it has too many refs");
  });
});
