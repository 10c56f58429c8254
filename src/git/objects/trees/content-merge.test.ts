import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wireGit } from "../../../../test/kit/git.ts";
import { makeRepository, type TestRepository } from "../../../../test/kit/repository.ts";
import type { TreeSha } from "../../../base/ids.ts";
import { mergeByGit } from "./content-merge.ts";
import { openObjects } from "../objects.ts";

const git = wireGit();
const lines = (change: Record<number, string> = {}): string =>
  Array.from({ length: 20 }, (_, place) => `${change[place] ?? `line ${place}`}\n`).join("");
const treeNow = (repository: TestRepository): TreeSha => repository.git("rev-parse", "HEAD^{tree}") as TreeSha;

describe.each(["sha1", "sha256"] as const)("a merge by git of %s trees", (format) => {
  it("joins what two did to one file and follows a rename, also on trees that are not on the disk yet", async () => {
    const repository = makeRepository({ "a.txt": lines(), other: "o\n" }, format);
    const [start, base] = [repository.head(), treeNow(repository)];
    repository.commit({ "a.txt": lines({ 19: "theirs" }) });
    const theirs = treeNow(repository);
    repository.git("checkout", "-q", "--detach", start);
    renameSync(join(repository.path, "a.txt"), join(repository.path, "b.txt"));
    repository.commit({ "b.txt": lines({ 0: "ours" }) });
    const objects = openObjects(git, repository.gitDir, format);
    const extra = { mode: "100644", name: "extra", id: objects.writeBlob(Buffer.from("extra\n")) };
    const ours = objects.writeTree([...(await objects.readTree(treeNow(repository))), extra]);
    const merge = await mergeByGit(objects, git, { base, ours, theirs });
    expect(merge.kind).toBe("clean");
    const tree = merge.kind === "clean" ? merge.tree : base;
    expect((await objects.readTree(tree)).map((entry) => entry.name)).toEqual(["b.txt", "extra", "other"]);
    expect(repository.git("cat-file", "blob", `${tree}:b.txt`)).toBe(lines({ 0: "ours", 19: "theirs" }).trimEnd());
    await objects.close();
  });

  it("names the paths at which they conflict; and what both did alike is no conflict", async () => {
    const repository = makeRepository({ "a.txt": "a\n", "b.txt": "b\n" }, format);
    const [start, base] = [repository.head(), treeNow(repository)];
    repository.commit({ "a.txt": "theirs\n", "b.txt": "both\n" });
    const theirs = treeNow(repository);
    repository.git("checkout", "-q", "--detach", start);
    repository.commit({ "a.txt": "ours\n", "b.txt": "both\n" });
    const objects = openObjects(git, repository.gitDir, format);
    const ours = treeNow(repository);
    const merge = await mergeByGit(objects, git, { base, ours, theirs });
    expect(merge).toMatchObject({ kind: "conflict", paths: ["a.txt"], rest: { files: [{ path: "a.txt" }] } });
    const [file] = merge.kind === "conflict" ? (merge.rest?.files ?? []) : [];
    const texts = [file?.base, file?.ours, file?.theirs].map((one) => objects.readBlob(one?.id ?? ""));
    expect((await Promise.all(texts)).map(String)).toEqual(["a\n", "ours\n", "theirs\n"]);
    expect(await mergeByGit(objects, git, { base, ours: theirs, theirs })).toEqual({ kind: "clean", tree: theirs });
    expect(await mergeByGit(objects, git, { base, ours: base, theirs: base })).toEqual({ kind: "clean", tree: base });
    await objects.close();
  });
});

it("a merge at which git itself breaks down is a conflict at what both sides touched", async () => {
  const repository = makeRepository({
    "d/a": lines(),
    "d/in/d": lines({
      1: "one",
      2: "two",
      3: "three",
      4: "four",
      5: "five",
      6: "six",
      7: "seven",
      8: "eight",
      9: "nine",
    }),
  });
  const [start, base] = [repository.head(), treeNow(repository)];
  repository.git("mv", "d/a", "d/in/a");
  writeFileSync(join(repository.path, "d/in/d"), "more\n", { flag: "a" });
  repository.commit({});
  const theirs = treeNow(repository);
  repository.git("checkout", "-q", "--detach", start);
  repository.git("mv", "d/in/d", "d/c");
  repository.git("rm", "-q", "d/a");
  writeFileSync(join(repository.path, "d/c"), "moved\n", { flag: "a" });
  repository.commit({ "d/e": "new\n" });
  const objects = openObjects(git, repository.gitDir, "sha1");
  expect(await mergeByGit(objects, git, { base, ours: treeNow(repository), theirs })).toMatchObject({
    kind: "conflict",
    paths: ["d/a", "d/in"],
  });
  await objects.close();
});
