import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommitSha, JobId, SheetId } from "../../../src/base/ids.ts";
import { pullRequestBranch } from "../../../src/landing/pulls/branch.ts";
import { pullRequestTexts } from "../../../src/forge/text/texts.ts";
import { fetchRef } from "../../../src/git/remote/fetch.ts";
import { pushBranch } from "../../../src/git/remote/push.ts";
import { tempFolder } from "../../kit/folders.ts";
import { reach } from "../../kit/forge-means.ts";
import { startForge } from "../../kit/forge-server.ts";
import { gitIn, wireGit } from "../../kit/git.ts";
import { makeRepository } from "../../kit/repository.ts";

const git = wireGit();

const facts = {
  job: "j",
  sheet: "s",
  attempt: 1,
  agent: "claude",
  base: "a".repeat(40),
  commit: "b".repeat(40),
  validations: [],
  usd: null,
  unpriced: 0,
};

describe.each(["github", "gitlab", "gitea"] as const)("the life of a pull request (%s)", (kind) => {
  it("from a branch to a merge, through a failed check, a remark and another person's push", async () => {
    const user = makeRepository({ "a.txt": "a\n" });
    const remote = join(tempFolder(), "remote.git");
    gitIn("/", ["clone", "-q", "--bare", user.path, remote]);
    user.git("remote", "add", "origin", remote);
    const server = await startForge("acme/next.js");
    const forge = await reach(kind, server);
    const branch = pullRequestBranch("j" as JobId, "s" as SheetId);
    const ref = `refs/heads/${branch}`;
    const push = (commit: CommitSha, expected: CommitSha | null) =>
      pushBranch(git, { gitDir: user.gitDir, remote: "origin", commit, ref, expected, as: "branch" });

    user.git("checkout", "-q", "-b", "work");
    const first = user.commit({ "b.txt": "b\n" });
    expect(await push(first, null)).toEqual({ kind: "pushed" });
    const texts = pullRequestTexts({
      ...facts,
      title: "Draft: add b, fixes #7",
      body: "Thanks @ada\n/merge\n<!-- hidden -->",
    });
    const pull = await forge.open({
      head: { branch, fork: null },
      base: "main",
      ...texts,
      labels: ["tutti"],
      draft: false,
    });
    Object.assign(server.pulls[0] ?? {}, { sha: first });
    expect(server.pulls[0]?.title).not.toMatch(/Draft|#7/);
    expect(server.pulls[0]?.body).not.toMatch(/@ada|^\/merge|<!--/m);

    server.pulls[0]?.checks.push({ name: "unit", state: "failed", log: "b is not c" });
    server.pulls[0]?.remarks.push({ id: 1, by: "ada", text: "Call it c", path: "b.txt", line: 1 });
    if (kind === "gitea") server.pulls[0]?.remarks.push({ id: 2, by: "ada", text: "", review: "changes" });
    const look = await forge.look(pull, null);
    expect(look).toMatchObject({
      state: "open",
      head: first,
      checks: { state: "failed", items: [{ excerpt: "b is not c" }] },
      remarks: [{ text: "Call it c", path: "b.txt" }],
    });

    // The next attempt meets what a reviewer pushed in between, and is not put over it.
    const other = join(tempFolder(), "other");
    gitIn("/", ["clone", "-q", "-b", branch, remote, other]);
    gitIn(other, ["-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-q", "--allow-empty", "-m", "mine"]);
    gitIn(other, ["push", "-q"]);
    const theirs = gitIn(other, ["rev-parse", "HEAD"]) as CommitSha;
    const second = user.commit({ "b.txt": "c\n" });
    expect(await push(second, first)).toEqual({ kind: "moved", now: theirs });
    expect(await fetchRef(git, { gitDir: user.gitDir, remote: "origin", ref })).toEqual({
      kind: "fetched",
      commit: theirs,
    });
    user.git("-c", "user.name=T", "-c", "user.email=t@x", "merge", "-q", "--no-edit", theirs);
    expect(await push(user.head(), theirs)).toEqual({ kind: "pushed" });

    expect(
      await forge.open({ head: { branch, fork: null }, base: "main", ...texts, labels: [], draft: false }),
    ).toMatchObject({ number: pull.number });
    expect(server.pulls).toHaveLength(1);
    Object.assign(server.pulls[0] ?? {}, {
      state: "merged",
      mergeCommit: user.head(),
      sha: user.head(),
      checks: [{ name: "unit", state: "passed" }],
    });
    expect(await forge.look(pull, look.cursor)).toMatchObject({
      state: "merged",
      merged: user.head(),
      checks: { state: "passed" },
      remarks: [],
    });
  });
});
