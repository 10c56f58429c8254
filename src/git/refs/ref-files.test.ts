import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { areNoRefsBelow, makeRefFile, readRefFile } from "./ref-files.ts";

describe.each(["sha1", "sha256"] as const)("the files of a %s repository say of", (format) => {
  const repository = makeRepository({ "a.txt": "a\n" }, format);
  const { gitDir } = repository;
  const object = repository.head();
  repository.git("branch", "packed/one");
  repository.git("tag", "v1");
  repository.git("pack-refs", "--all");
  repository.git("branch", "loose");
  repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/loose");
  repository.git("branch", "packed/two");
  const beside = join(tempFolder(), "beside");
  repository.git("worktree", "add", "-q", "--detach", beside);
  const besideDir = join(gitDir, "worktrees", "beside");

  it.each([
    ["HEAD", { kind: "symbolic", ref: "refs/heads/main" }],
    ["refs/heads/main", { kind: "object", object }],
    ["refs/heads/packed/one", { kind: "object", object }],
    ["refs/heads/packed/two", { kind: "object", object }],
    ["refs/tags/v1", { kind: "object", object }],
    ["refs/heads/loose", { kind: "object", object }],
    ["refs/heads/alias", { kind: "symbolic", ref: "refs/heads/loose" }],
    // A folder of others, a name that ends another, and the beginning of one.
    ["refs/heads/packed", { kind: "none" }],
    ["refs/heads/one", { kind: "none" }],
    ["refs/heads/packed/on", { kind: "none" }],
    ["refs/heads/loose/below", { kind: "none" }],
  ])("%s what git does", (ref, said) => {
    expect(readRefFile(gitDir, ref)).toEqual(said);
  });

  it.each([
    ["refs/heads/none", true],
    ["refs/heads/packed", false],
    ["refs/heads/loose", false],
    ["refs/tags", false],
    ["refs/tutti/snapshots/job/sheet", true],
  ])("whether there is nothing below %s: %s", (prefix, isNothing) => {
    expect(areNoRefsBelow(gitDir, prefix)).toBe(isNothing);
    expect(areNoRefsBelow(besideDir, prefix)).toBe(isNothing);
  });

  it("a ref that is only packed, whether it exists", () => {
    repository.git("update-ref", "refs/tutti/snapshots/job/1", object);
    repository.git("pack-refs", "--all", "--prune");
    expect(areNoRefsBelow(gitDir, "refs/tutti/snapshots/job")).toBe(false);
    expect(areNoRefsBelow(gitDir, "refs/tutti/snapshots/jo")).toBe(true);
    repository.git("update-ref", "-d", "refs/tutti/snapshots/job/1");
  });

  it("a work tree of its own its own HEAD, and the branches of all", () => {
    expect(readRefFile(besideDir, "HEAD")).toEqual({ kind: "object", object });
    expect(readRefFile(besideDir, "refs/heads/packed/one")).toEqual({ kind: "object", object });
    expect(readRefFile(besideDir, "refs/heads/loose")).toEqual({ kind: "object", object });
  });
});

describe("git is asked about", () => {
  const { gitDir } = makeRepository();

  it.each([
    "main",
    "HEAD~1",
    "refs/heads/../../HEAD",
    "refs/heads/a.lock",
    "refs/heads/é",
    "refs/bisect/bad",
    "refs/heads/",
    "refs/heads/-x y",
  ])("the name %s", (ref) => {
    expect(readRefFile(gitDir, ref)).toBeUndefined();
  });

  it("a repository that keeps its refs in another way", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "HEAD"), "ref: refs/heads/.invalid\n");
    expect(readRefFile(folder, "HEAD")).toBeUndefined();
    expect(readRefFile(folder, "refs/heads/main")).toBeUndefined();
  });

  it.each(["/nowhere/at/all", "../caf\u00e9"])("a work tree whose refs are said to be in %s", (place) => {
    const folder = tempFolder();
    writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(folder, "commondir"), `${place}\n`);
    expect(readRefFile(folder, "refs/heads/main")).toBeUndefined();
    expect(areNoRefsBelow(folder, "refs/tutti/snapshots")).toBe(false);
  });

  it("an entry that is no plain file, without waiting for it", () => {
    const path = join(gitDir, "refs", "heads", "odd");
    makePipes(path);
    expect(readRefFile(gitDir, "refs/heads/odd")).toBeUndefined();
    rmSync(path);
    symlinkSync("main", path);
    expect(readRefFile(gitDir, "refs/heads/odd")).toBeUndefined();
  });

  it.each(["not a commit\n", "ref: a b\n", "", "0".repeat(5000)])("a ref that holds %j", (content) => {
    writeFileSync(join(gitDir, "refs", "heads", "strange"), content);
    expect(readRefFile(gitDir, "refs/heads/strange")).toBeUndefined();
  });

  it("one of very many that are packed", () => {
    const lines = Array.from({ length: 3000 }, (_, place) => `${"1".repeat(40)} refs/heads/many/${String(place)}\n`);
    writeFileSync(join(gitDir, "packed-refs"), lines.join(""));
    expect(readRefFile(gitDir, "refs/heads/many/1")).toBeUndefined();
  });
});

it("a new ref is made once, and not over one that is loose, packed, locked, or has others below it", async () => {
  const repository = makeRepository();
  const [object, { gitDir }] = [repository.head(), repository];
  repository.git("update-ref", "refs/tutti/packed/1", object);
  repository.git("pack-refs", "--all");
  repository.git("update-ref", "refs/tutti/loose/1", object);
  writeFileSync(join(gitDir, "refs", "tutti", "held.lock"), "");

  expect(await makeRefFile(gitDir, "refs/tutti/new/1", object)).toBe(true);
  expect(repository.git("rev-parse", "refs/tutti/new/1")).toBe(object);
  for (const ref of ["new/1", "packed/1", "loose/1", "loose", "loose/1/x", "held", "../main"])
    expect([ref, await makeRefFile(gitDir, `refs/tutti/${ref}`, object)]).toEqual([ref, false]);
  expect(repository.git("for-each-ref", "--format=%(refname)", "refs/tutti/").split("\n")).toHaveLength(3);
});
