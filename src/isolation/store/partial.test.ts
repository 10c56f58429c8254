import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { clonePartially, takeAway } from "../../../test/kit/odd-repositories.ts";
import { type TestRepository, makeRepository, shown } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { populate } from "../../git/index.ts";
import { listMissing } from "../../git/remote/promised.ts";
import { openRepository } from "../../git/repository.ts";
import { transferCommit } from "../../git/remote/transfer.ts";
import { type ObjectStore, openObjectStore } from "./object-store.ts";
import { fetchMissing, isPartial } from "./partial.ts";

/** A git that notes what it is asked. */
function observed(): { git: Git; asked: string[] } {
  const real = wireGit();
  const asked: string[] = [];
  const note = (args: readonly string[]): void =>
    void asked.push(args.find((word) => /^[a-z]/.test(word) && !word.includes(".")) ?? "");
  const git: Git = {
    ...real,
    sealed: (call) => (note(call.args), real.sealed(call)),
    checkout: (call) => (note(call.args), real.checkout(call)),
    ask: (cwd, args) => (note(args), real.ask(cwd, args)),
  };
  return { git, asked };
}

async function open(git: Git, repository: TestRepository): Promise<ObjectStore> {
  return openObjectStore(git, tempFolder(), await openRepository(git, repository.path));
}

function makeOrigin(): { origin: TestRepository; old: CommitSha } {
  const origin = makeRepository({ "a.txt": "one\n", "deep/down/b.txt": "b\n", "deep/c.txt": "c\n" });
  const old = origin.head();
  origin.commit({ "a.txt": "two\n", "deep/down/d.txt": "d\n" });
  return { origin, old };
}

async function fill(git: Git, store: ObjectStore, commit: CommitSha): Promise<string> {
  const workTree = join(tempFolder(), "files");
  mkdirSync(workTree);
  await populate(git, { gitDir: store.gitDir, workTree, index: `${workTree}.index` }, commit);
  return workTree;
}

describe.each(["blob:none", "tree:0"] as const)("a partial clone of the user's (%s)", (filter) => {
  it("hands over the files of a commit before a context is filled, and no file of its history", async () => {
    const { origin, old } = makeOrigin();
    const user = clonePartially(origin, filter);
    const git = wireGit();
    const store = await open(git, user);
    await expect(fill(git, store, user.head())).rejects.toMatchObject({ code: "git.failed" });
    const refs = user.git("for-each-ref");
    await fetchMissing(git, store, [user.head()]);
    const folder = await fill(git, store, user.head());
    expect(["a.txt", "deep/down/b.txt", "deep/down/d.txt", "deep/c.txt"].map((name) => shown(folder, name))).toEqual([
      "file two\n",
      "file b\n",
      "file d\n",
      "file c\n",
    ]);
    expect(await listMissing(git, store.gitDir, [old])).not.toEqual([]);
    expect(user.git("for-each-ref")).toBe(refs);
    expect(readdirSync(user.gitDir)).not.toContain("FETCH_HEAD");
  });

  it("is asked once for what many contexts need at the same moment, in as few round trips as there are layers", async () => {
    const { origin } = makeOrigin();
    const user = clonePartially(origin, filter);
    const { git, asked } = observed();
    const store = await open(git, user);
    await Promise.all(Array.from({ length: 8 }, () => fetchMissing(git, store, [user.head()])));
    await fetchMissing(git, store, [user.head()]);
    expect(asked.filter((word) => word === "fetch")).toHaveLength(filter === "blob:none" ? 1 : 2);
  });

  it("whose remote is gone is a clear error, and works when it is back", async () => {
    const { origin } = makeOrigin();
    const user = clonePartially(origin, filter);
    const git = wireGit();
    const store = await open(git, user);
    const bringBack = takeAway(origin);
    await expect(fetchMissing(git, store, [user.head()])).rejects.toThrow(/missing in .*origin: /s);
    await expect(fetchMissing(git, store, [user.head()])).rejects.toMatchObject({ code: "git.missing_objects" });
    bringBack();
    await fetchMissing(git, store, [user.head()]);
    expect(await listMissing(git, store.gitDir, [user.head()])).toEqual([]);
  });

  it("gives a commit with its files to a repository of its own, without history", async () => {
    const { origin } = makeOrigin();
    const user = clonePartially(origin, filter);
    const git = wireGit();
    const store = await open(git, user);
    await fetchMissing(git, store, [user.head()]);
    const copy = makeRepository();
    await transferCommit(git, { from: store.gitDir, to: copy.gitDir, scratch: tempFolder() }, user.head());
    copy.git("reset", "-q", "--hard", user.head());
    expect([shown(copy.path, "a.txt"), copy.git("log", "--format=%s"), copy.git("fsck", "--strict")]).toEqual([
      "file two\n",
      "a change",
      "",
    ]);
  });

  it("with a second promisor gets from it what the first does not have", async () => {
    const { origin } = makeOrigin();
    const user = clonePartially(origin, filter);
    const git = wireGit();
    user.git("config", "remote.origin.url", `file://${tempFolder()}/nowhere`);
    user.git("config", "remote.mirror.url", `file://${origin.path}`);
    user.git("config", "remote.mirror.promisor", "true");
    const store = await open(git, user);
    await fetchMissing(git, store, [user.head()]);
    expect(await listMissing(git, store.gitDir, [user.head()])).toEqual([]);
  });
});

describe("an ordinary repository", () => {
  it("pays one question per opened store", async () => {
    const { git, asked } = observed();
    const user = makeRepository();
    user.git("config", "remote.origin.promisor", "false");
    const store = await open(git, user);
    asked.length = 0;
    for (let round = 0; round < 3; round += 1) await fetchMissing(git, store, [user.head()]);
    expect([await isPartial(git, store), asked]).toEqual([false, ["config"]]);
  });
});
