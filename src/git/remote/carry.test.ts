import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles, type TestRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { carryObjects } from "./transfer.ts";
import { newObjects } from "../objects/bytes/new-objects.ts";
import { openObjects } from "../objects/objects.ts";

const git = wireGit();
const kept = (gitDir: string) => readdirSync(join(gitDir, "objects/pack")).filter((name) => name.endsWith(".keep"));
const treeOf = (repository: TestRepository, commit: CommitSha): TreeSha =>
  repository.git("rev-parse", `${commit}^{tree}`) as TreeSha;
const listed = (repository: TestRepository, ...range: string[]): string[] =>
  repository
    .git("rev-list", "--objects", "--no-object-names", ...range)
    .split("\n")
    .sort();

describe.each(["sha1", "sha256"] as const)("what commits bring along (%s)", (format) => {
  it("is what git lists for them: their folders and files, not what was there or only moved, and no submodule", async () => {
    const repository = makeRepository(
      { "a.txt": "a\n", "keep/deep/x": "x\n", "keep/y": "y\n", "old/z": "z\n", "old/sub/w": "w\n" },
      format,
    );
    const from = repository.head();
    const first = repository.commit({ "a.txt": "A\n", "keep/deep/new": "new\n", "made/here/it": "it\n" });
    repository.git("mv", "old", "moved");
    repository.git("mv", "keep/y", "keep/yy");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${from},module`);
    repository.git("commit", "-q", "-m", "moved");
    const second = repository.head();
    repository.git("rm", "-q", "a.txt");
    writeFiles(repository.path, { "a.txt/inside": "in\n" });
    repository.git("add", "a.txt");
    repository.git("commit", "-q", "-m", "a folder");
    const third = repository.head();
    const objects = openObjects(git, repository.gitDir, format);
    const ids = await newObjects(objects, { from: treeOf(repository, from), commits: [first, second, third] });
    expect(ids.toSorted()).toEqual(listed(repository, third, `^${from}`));
    expect(await newObjects(objects, { from: treeOf(repository, from), commits: [] })).toEqual([]);
    await objects.close();
  });

  it("crosses to a repository that has what is below it, as one pack, which a gc there does not take away", async () => {
    const repository = makeRepository({ "a.txt": "a\n", "b/c": "c\n" }, format);
    const from = repository.head();
    const other = makeRepository({}, format);
    other.git("fetch", "-q", repository.gitDir, "main:base");
    const scratch = tempFolder();
    const way = { from: repository.gitDir, to: other.gitDir, scratch };
    const objects = openObjects(git, repository.gitDir, format);
    const few = repository.commit({ "b/c": "C\n" });
    await carryObjects(git, way, await newObjects(objects, { from: treeOf(repository, from), commits: [few] }));
    other.git("gc", "-q", "--prune=now");
    expect(other.git("cat-file", "-t", few)).toBe("commit");
    const many = repository.commit(
      Object.fromEntries(Array.from({ length: 120 }, (_, place) => [`many/${place}`, `${place}\n`])),
    );
    await carryObjects(git, way, await newObjects(objects, { from: treeOf(repository, few), commits: [many] }));
    expect(kept(other.gitDir)).toHaveLength(2);
    other.git("update-ref", "refs/heads/arrived", many);
    expect(other.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(other.git("log", "--format=%s", "arrived")).toBe("a change\na change\nfirst");
    expect(readdirSync(scratch)).toEqual([]);
    await carryObjects(git, way, []);
    await objects.close();
  });

  it("does not cross when something of it is missing, here or there", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }, format);
    const other = makeRepository({}, format);
    const scratch = tempFolder();
    const way = { from: repository.gitDir, to: other.gitDir, scratch };
    const head = repository.head();
    await expect(carryObjects(git, way, ["1".repeat(head.length)])).rejects.toMatchObject({ code: "git.failed" });
    await expect(carryObjects(git, way, [head])).rejects.toMatchObject({ code: "git.failed" });
    expect(() => other.git("cat-file", "-e", head)).toThrow();
    expect(readdirSync(scratch)).toEqual([]);
  });
});
