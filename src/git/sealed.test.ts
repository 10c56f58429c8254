import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCanary, plant } from "../../test/kit/canary.ts";
import { tempFolder } from "../../test/kit/folders.ts";
import { gitIn, hermetic, printedBy, wireGit } from "../../test/kit/git.ts";
import { type TestRepository, makeRepository, person, writeFiles } from "../../test/kit/repository.ts";
import type { CommitSha, EpochMs, TreeSha } from "../base/ids.ts";
import { readChanges, readRenames } from "./diff/changes.ts";
import type { Git } from "./git.ts";
import { mergeCommits } from "./history/merge.ts";
import { isAncestor, readCommit, readHeadRef, swapRef } from "./refs/refs.ts";
import { readLandings } from "./history/trailers.ts";
import { transferObjects } from "./remote/transfer.ts";
import { readTree, writeCommit } from "./history/trees.ts";

const trailers =
  "a title\n\nTutti-Job: j\nTutti-Sheet: s\nTutti-Attempt: 1\nTutti-Base: b\nTutti-Validated: unvalidated\n";

/** Every question and deed of the sealed profile, on a repository of the user's. */
async function goThrough(git: Git, repository: TestRepository): Promise<void> {
  const { gitDir } = repository;
  const head = repository.head();
  const at = 1_700_000_000_000 as EpochMs;
  const first = gitIn(repository.path, ["rev-parse", "HEAD^"]) as CommitSha;
  const tree = await readTree(git, gitDir, head);
  const signed = signedCopy(repository, head);
  const next = await writeCommit(git, gitDir, {
    tree: await readTree(git, gitDir, first),
    parents: [signed],
    message: trailers,
    by: person,
    at,
  });
  const side = await writeCommit(git, gitDir, { tree, parents: [first], message: "side\n", by: person, at });
  expect(await swapRef(git, gitDir, { ref: "refs/heads/main", next, expected: head, why: "test" })).toBe(true);
  expect(await readCommit(git, gitDir, "refs/heads/main")).toBe(next);
  expect(await readHeadRef(git, gitDir)).toBe("refs/heads/main");
  expect(await isAncestor(git, gitDir, { older: first, newer: next })).toBe(true);
  expect((await readChanges(git, gitDir, { from: first, to: head })).map((change) => change.path)).toEqual([
    ".gitattributes",
    "b.x",
  ]);
  expect((await readRenames(git, gitDir, { from: first, to: head })).size).toBe(0);
  expect((await mergeCommits(git, gitDir, { ours: next, theirs: side })).kind).toBe("clean");
  expect((await readLandings(git, gitDir, ["refs/heads/main"])).map((landing) => landing.commit)).toEqual([
    signed,
    next,
  ]);
  const other = makeRepository();
  await transferObjects(git, { from: gitDir, to: other.gitDir, scratch: tempFolder() }, { tips: [next], known: [] });
  await transferObjects(
    git,
    { from: other.gitDir, to: gitDir, scratch: tempFolder() },
    { tips: [other.head()], known: [] },
  );
  expect(gitIn(other.path, ["cat-file", "-t", next])).toBe("commit");
}

/** A commit with a signature, which a git that shows signatures gives to a program to check. */
function signedCopy(repository: TestRepository, commit: string): CommitSha {
  const text = printedBy(repository.path, ["cat-file", "commit", commit]).replace(
    "\n\n",
    "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n xxxx\n -----END PGP SIGNATURE-----\n\n",
  );
  return printedBy(repository.path, ["hash-object", "-w", "-t", "commit", "--stdin"], {
    input: text.replace(/\n\n.*/s, `\n\n${trailers.replace("Tutti-Sheet: s", "Tutti-Sheet: signed")}`),
  }).trim() as CommitSha;
}

function userRepository(): TestRepository {
  const repository = makeRepository({ "a.txt": "a\n" });
  repository.commit({ "b.x": "b\n", ".gitattributes": "*.x filter=x diff=x merge=x\n" });
  return repository;
}

describe("git in the sealed profile", () => {
  it("meets nothing that is planted in the repository it works on", async () => {
    const repository = userRepository();
    const canary = makeCanary();
    plant(canary, { folder: repository.path, gitDir: repository.gitDir, config: join(repository.gitDir, "config") });
    await goThrough(wireGit(), repository);
    expect(canary.songs()).toEqual([]);
  });

  it("meets nothing of the user's own configuration and environment", async () => {
    const repository = userRepository();
    const canary = makeCanary();
    const home = tempFolder();
    mkdirSync(join(home, ".config/git"), { recursive: true });
    plant(canary, { folder: repository.path, gitDir: home, config: join(home, ".gitconfig") });
    plant(canary, { folder: repository.path, gitDir: home, config: join(home, ".config/git/config") });
    writeFileSync(join(home, ".config/git/attributes"), "* filter=x merge=x\n");
    writeFileSync(join(home, ".config/git/ignore"), "*\n");
    const git = wireGit({
      PATH: hermetic["PATH"] ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      GIT_DIR: "/nowhere",
      GIT_WORK_TREE: "/nowhere",
      GIT_INDEX_FILE: "/nowhere",
      GIT_OBJECT_DIRECTORY: "/nowhere",
      GIT_NAMESPACE: "nowhere",
      GIT_EXTERNAL_DIFF: canary.program("GIT_EXTERNAL_DIFF"),
      GIT_EDITOR: canary.program("GIT_EDITOR"),
      GIT_TRACE: join(home, "trace"),
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: canary.program("GIT_CONFIG_VALUE_0"),
      GIT_PAGER: canary.program("GIT_PAGER"),
      GIT_SSH_COMMAND: canary.program("GIT_SSH_COMMAND"),
      GIT_EXEC_PATH: "/nowhere",
    });
    await goThrough(git, repository);
    expect(canary.songs()).toEqual([]);
  });

  it("reads landings with any configuration of logs and trailers in the repository", async () => {
    const repository = userRepository();
    const settings = [
      ["grep.patternType", "fixed"],
      ["trailer.separators", "#"],
      ["log.showSignature", "true"],
      ["i18n.logOutputEncoding", "UTF-16"],
      ["core.commentChar", "T"],
      ["log.follow", "true"],
      ["log.date", "relative"],
      ["color.ui", "always"],
      ["format.pretty", "oneline"],
      ["log.mailmap", "true"],
      ["log.diffMerges", "first-parent"],
    ] as const;
    for (const [key, value] of settings) repository.git("config", key, value);
    await goThrough(wireGit(), repository);
  });

  it("sees the objects that are there, not those that stand in for them", async () => {
    const repository = makeRepository({ "a.txt": "true\n" });
    const head = repository.head();
    const lie = repository.commit({ "a.txt": "lie\n" });
    repository.git("reset", "-q", "--hard", head);
    repository.git("replace", head, lie);
    expect(repository.git("show", "HEAD:a.txt")).toBe("lie");
    const exit = await wireGit().sealed({ gitDir: repository.gitDir, args: ["cat-file", "blob", "HEAD:a.txt"] });
    expect(exit.stdout.toString()).toBe("true\n");
  });

  it("goes nowhere over the network", async () => {
    const repository = makeRepository();
    for (const url of [
      "https://example.invalid/x",
      "ssh://example.invalid/x",
      "git://example.invalid/x",
      "ext::sh -c true",
    ]) {
      const exit = await wireGit().sealed({ gitDir: repository.gitDir, args: ["ls-remote", url] });
      expect([exit.code, exit.stderr]).toEqual([128, expect.stringContaining("not allowed")]);
    }
  });

  it("does not take a folder that looks like a repository for one", async () => {
    const repository = makeRepository();
    const canary = makeCanary();
    gitIn(repository.path, ["init", "-q", "--bare", "--template=", "pkg"]);
    plant(canary, { folder: join(repository.path, "pkg"), gitDir: join(repository.path, "pkg"), config: "config" });
    writeFiles(repository.path, { "pkg/x": "x" });
    const exit = await wireGit().sealed({
      gitDir: repository.gitDir,
      workTree: join(repository.path, "pkg"),
      args: ["ls-files", "-o", "--directory"],
    });
    expect(exit.code).toBe(0);
    expect(canary.songs()).toEqual([]);
  });
});

describe("the door to git", () => {
  it("says which program is missing, which call failed and why", async () => {
    const repository = makeRepository();
    await expect(
      wireGit({ ...hermetic, PATH: "/nowhere" }).sealed({ gitDir: repository.gitDir, args: ["version"] }),
    ).rejects.toMatchObject({
      code: "git.missing",
    });
    await expect(readTree(wireGit(), repository.gitDir, "1".repeat(40) as CommitSha)).rejects.toMatchObject({
      code: "git.failed",
      message: expect.stringContaining("exited 128") as string,
    });
    const slow = wireGit().sealed({
      gitDir: repository.gitDir,
      args: ["-c", "alias.hang=!sleep 60", "hang"],
      timeoutMs: 50,
    });
    await expect(slow).rejects.toMatchObject({
      code: "git.failed",
      message: expect.stringContaining("it took too long") as string,
    });
  });

  it("does not write a commit that the repository can't hold", async () => {
    const repository = makeRepository();
    const commit = { tree: "1".repeat(40) as TreeSha, parents: [], message: "x\n", by: person, at: 0 as EpochMs };
    await expect(writeCommit(wireGit(), repository.gitDir, commit)).rejects.toMatchObject({ code: "git.failed" });
  });
});
