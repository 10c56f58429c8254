import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printedBy, wireGit } from "../../../../test/kit/git.ts";
import { makeRepository, writeFiles, type TestRepository } from "../../../../test/kit/repository.ts";
import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { readChanges } from "../../diff/changes.ts";
import type { Git } from "../../git.ts";
import { compareTrees } from "./compare.ts";
import { openObjects } from "../objects.ts";

const treeOf = (repository: TestRepository, commit: CommitSha): TreeSha =>
  repository.git("rev-parse", `${commit}^{tree}`) as TreeSha;

describe.each(["sha1", "sha256"] as const)("the change between two %s trees", (format) => {
  it("is the same as git's own, in the same order, both ways", async () => {
    const git = wireGit();
    const before = {
      kept: "k\n",
      edited: "a\n",
      gone: "d\n",
      typed: "t\n",
      mode: "m\n",
      flat: "f\n",
      "flat-x": "x\n",
      "dir/x": "x\n",
      "dir/sub/y": "y\n",
    };
    const repository = makeRepository(
      { ...before, "deep/a/b/c": "c\n", "deep/a/same": "s\n", "deep/other/z": "z\n" },
      format,
    );
    const from = repository.head();
    repository.git("rm", "-q", "-r", "gone", "flat", "dir");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${from},module`);
    writeFiles(repository.path, {
      typed: { link: "kept" },
      mode: { program: "m\n" },
      edited: "b\n",
      "flat/now": "folder\n",
      dir: "now a file\n",
    });
    writeFiles(repository.path, { "deep/a/b/c": "C\n", "new/a/b": "new\n" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from("tab\there\n \xe9\xff", "latin1")]),
      "s",
    );
    renameSync(join(repository.path, "flat-x"), join(repository.path, "flat-y"));
    repository.git("add", "--all", "--", ":!module");
    repository.git("commit", "-q", "-m", "much");
    const to = repository.head();
    const objects = openObjects(git, repository.gitDir, format);
    for (const pair of [
      { from, to },
      { from: to, to: from },
      { from, to: from },
    ]) {
      const trees = { from: treeOf(repository, pair.from), to: treeOf(repository, pair.to) };
      const changes = await readChanges(git, repository.gitDir, pair);
      expect(await compareTrees(objects, trees)).toEqual(changes);
      expect(changes).toHaveLength(pair.from === pair.to ? 0 : 15);
    }
    await objects.close();
  });
});

it("only folders that differ are read", async () => {
  const real = wireGit();
  const asked: string[] = [];
  const converse: Git["converse"] = (talk) => {
    const conversation = real.converse(talk);
    const say = (text: string): void => {
      asked.push(text);
      conversation.say(text);
    };
    return { ...conversation, say };
  };
  const folders = Array.from({ length: 50 }, (_, place) => [`folder-${place}/file`, `${place}\n`]);
  const repository = makeRepository(Object.fromEntries(folders) as Record<string, string>);
  const [from, to] = [repository.head(), repository.commit({ "folder-7/file": "changed\n" })];
  const objects = openObjects({ ...real, converse }, repository.gitDir, "sha1");
  const pair = { from: treeOf(repository, from), to: treeOf(repository, to) };
  expect((await compareTrees(objects, pair)).map((change) => change.path)).toEqual(["folder-7/file"]);
  await compareTrees(objects, pair);
  expect(asked).toHaveLength(4);
  await objects.close();
});

it("modes that only very old trees have are told as git tells them", async () => {
  const git = wireGit();
  const repository = makeRepository({ a: "a\n" });
  const blob = repository.git("rev-parse", "HEAD:a");
  const tree = (mode: string): TreeSha => {
    const bytes = Buffer.concat([Buffer.from(`${mode} a\0`), Buffer.from(blob, "hex")]).toString("latin1");
    const file = join(repository.path, "tree");
    writeFileSync(file, bytes, "latin1");
    return printedBy(repository.path, ["hash-object", "-t", "tree", "-w", "--literally", "tree"]).trim() as TreeSha;
  };
  const objects = openObjects(git, repository.gitDir, "sha1");
  for (const [one, other, count] of [
    ["100664", "100644", 0],
    ["100664", "100755", 1],
    ["100775", "100755", 0],
    ["100664", "120000", 1],
  ] as const) {
    const pair = { from: tree(one), to: tree(other) };
    const changes = await compareTrees(objects, pair);
    expect(changes).toEqual(await readChanges(git, repository.gitDir, pair));
    expect(changes).toHaveLength(count);
  }
  await objects.close();
});
