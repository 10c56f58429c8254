import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readChanges, readRenames } from "../diff/changes.ts";
import { mergeCommits } from "./merge.ts";

const git = wireGit();
const strange = "tab\there\nand a line \xe9\xff";

describe("the change between two commits", () => {
  it("is told path by path: added, modified, deleted, of another type or mode, for any names", async () => {
    const repository = makeRepository({
      kept: "k\n",
      edited: "a\n",
      deleted: "d\n",
      typed: "t\n",
      mode: "m\n",
      flat: "f\n",
      "dir/x": "x\n",
    });
    const from = repository.head();
    writeFiles(repository.path, { typed: { link: "kept" }, mode: { program: "m\n" } });
    repository.git("rm", "-q", "deleted", "flat");
    repository.git("rm", "-q", "-r", "dir");
    writeFiles(repository.path, { edited: "b\n", "flat/now": "folder\n", dir: "now a file\n" });
    writeFileSync(Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from(strange, "latin1")]), "s");
    const to = repository.commit({});
    const changes = await readChanges(git, repository.gitDir, { from, to });
    expect(
      Object.fromEntries(changes.map((change) => [change.path, `${change.status} ${change.oldMode} ${change.mode}`])),
    ).toEqual({
      [strange]: "A 000000 100644",
      deleted: "D 100644 000000",
      dir: "A 000000 100644",
      "dir/x": "D 100644 000000",
      edited: "M 100644 100644",
      flat: "D 100644 000000",
      "flat/now": "A 000000 100644",
      mode: "M 100644 100755",
      typed: "T 100644 120000",
    });
    const edited = changes.find((change) => change.path === "edited");
    expect([edited?.oldBlob, edited?.blob]).toEqual([
      repository.git("rev-parse", `${from}:edited`),
      repository.git("rev-parse", `${to}:edited`),
    ]);
    expect(await readChanges(git, repository.gitDir, { from: to, to })).toEqual([]);
  });

  it("has the renames that git finds, beside the plain changes", async () => {
    const text = Array.from({ length: 30 }, (_, place) => `${place}\n`).join("");
    const repository = makeRepository({ "old name": text, other: "x\n" });
    const from = repository.head();
    renameSync(join(repository.path, "old name"), join(repository.path, "new\nname"));
    const to = repository.commit({ other: "y\n" });
    expect([...(await readRenames(git, repository.gitDir, { from, to }))]).toEqual([["old name", "new\nname"]]);
    expect(
      (await readChanges(git, repository.gitDir, { from, to })).map((change) => `${change.status} ${change.path}`),
    ).toEqual(["A new\nname", "D old name", "M other"]);
  });
});

describe("a merge on objects alone", () => {
  const pair = (base: Record<string, string>, ours: Record<string, string>, theirs: Record<string, string>) => {
    const repository = makeRepository(base);
    const start = repository.head();
    const one = repository.commit(ours);
    repository.git("checkout", "-q", "--detach", start);
    return { repository, ours: one, theirs: repository.commit(theirs) };
  };

  it("of changes that do not touch each other has both, and touches no ref, index or file", async () => {
    const { repository, ...commits } = pair(
      { "a.txt": "1\n2\n3\n4\n5\n6\n7\n" },
      { "a.txt": "one\n2\n3\n4\n5\n6\n7\n", "new.txt": "n\n" },
      { "a.txt": "1\n2\n3\n4\n5\n6\nseven\n" },
    );
    const before = repository.git("for-each-ref") + repository.git("status", "--porcelain");
    const merge = await mergeCommits(git, repository.gitDir, commits);
    expect(merge).toMatchObject({ kind: "clean" });
    const tree = merge.kind === "clean" ? merge.tree : "";
    expect(repository.git("cat-file", "blob", `${tree}:a.txt`)).toBe("one\n2\n3\n4\n5\n6\nseven");
    expect(repository.git("for-each-ref") + repository.git("status", "--porcelain")).toBe(before);
  });

  it("of changes that do names the paths at which they conflict, each once", async () => {
    const { repository, ...commits } = pair(
      { "a.txt": "a\n", "größe.txt": "g\n" },
      { "a.txt": "ours\n", "größe.txt": "ours\n" },
      { "a.txt": "theirs\n", "größe.txt": "theirs\n" },
    );
    expect(await mergeCommits(git, repository.gitDir, commits)).toMatchObject({
      kind: "conflict",
      paths: ["a.txt", Buffer.from("größe.txt").toString("latin1")],
    });
  });

  it("of a commit that is not there is an error", async () => {
    const repository = makeRepository();
    const missing = "1".repeat(40) as CommitSha;
    await expect(
      mergeCommits(git, repository.gitDir, { ours: repository.head(), theirs: missing }),
    ).rejects.toMatchObject({ code: "git.failed" });
  });
});
