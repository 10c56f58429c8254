import { describe, expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { job } from "../../../test/kit/wire.ts";
import { pinBase } from "./pin.ts";

const git = wireGit();

describe("the pin of a job in the user's repository", () => {
  it("follows the target along, in one ref", async () => {
    const repository = makeRepository();
    await pinBase(git, repository.gitDir, { job, base: repository.head() });
    const next = repository.commit({ "a.txt": "a\n" });
    await pinBase(git, repository.gitDir, { job, base: next });
    await pinBase(git, repository.gitDir, { job, base: next });
    expect(repository.git("for-each-ref", "--format=%(objectname) %(refname)", "refs/tutti")).toBe(
      `${next} refs/tutti/pins/${job}`,
    );
  });

  it("keeps the old line when the user rewrote the target, through any gc of theirs", async () => {
    const repository = makeRepository();
    const start = repository.head();
    const old = repository.commit({ "a.txt": "old\n" });
    await pinBase(git, repository.gitDir, { job, base: old });
    repository.git("reset", "-q", "--hard", start);
    const rewritten = repository.commit({ "a.txt": "rewritten\n" });
    await pinBase(git, repository.gitDir, { job, base: rewritten });
    repository.git("reflog", "expire", "--expire=now", "--all");
    repository.git("gc", "-q", "--prune=now");
    for (const commit of [old, rewritten]) expect(repository.git("cat-file", "-t", commit)).toBe("commit");
  });

  it("keeps every base of those who pin at the same moment", async () => {
    const repository = makeRepository();
    const start = repository.head();
    const bases = ["1", "2", "3", "4"].map((name) => {
      repository.git("reset", "-q", "--hard", start);
      return repository.commit({ [name]: name });
    });
    await Promise.all(bases.map((base) => pinBase(git, repository.gitDir, { job, base })));
    const kept = repository.git("for-each-ref", "--format=%(objectname)", "refs/tutti").split("\n");
    expect(kept.toSorted()).toEqual(bases.toSorted());
  });
});
