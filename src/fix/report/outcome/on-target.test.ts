import { describe, expect, it } from "vitest";
import { wireGit } from "../../../../test/kit/git.ts";
import { makeJob } from "../../../../test/kit/jobs.ts";
import { type TestRepository, makeRepository } from "../../../../test/kit/repository.ts";
import type { CommitSha, SheetId } from "../../../base/ids.ts";
import type { Job } from "../../../sheet/job.ts";
import { revertWords } from "../../../git/history/reverts.ts";
import { type OnTarget, readOnTarget } from "./on-target.ts";

interface Story {
  readonly repository: TestRepository;
  readonly since: CommitSha;
  readonly land: (files: Readonly<Record<string, string>>, message?: string) => CommitSha;
  readonly told: (commit: CommitSha, job?: Partial<Job>, merged?: readonly SheetId[]) => Promise<OnTarget | undefined>;
}

/** The sheet `a.js` of a job lands on main of a repository. */
function makeStory(): Story {
  const repository = makeRepository({ "a.js": "1\n", "b.js": "1\n" });
  const since = repository.head();
  return {
    repository,
    since,
    land: (files, message = "fix: it\n\nTutti-Job: job-1\nTutti-Sheet: a.js") => repository.commit(files, message),
    told: async (commit, more = {}, merged = []) => {
      const place = {
        commonDir: repository.gitDir,
        gitDir: repository.gitDir,
        top: repository.path,
      } as Job["repository"];
      const job = makeJob("job-1", ["a.js"], { target: "refs/heads/main", repository: place, ...more });
      return (
        await readOnTarget(wireGit(), job, {
          landed: new Map([["a.js" as SheetId, commit]]),
          merged: new Set(merged),
          since,
        })
      ).get("a.js" as SheetId);
    },
  };
}

describe("the landing of a sheet", () => {
  it("is reported with all files that it changed, for any names", async () => {
    const { land, told } = makeStory();
    const commit = land({ "a.js": "2\n", "-n\new é.txt": "x\n" });
    expect(await told(commit)).toEqual({ undoneBy: null, isGone: false, changed: ["-n\new é.txt", "a.js"] });
  });

  it("is undone by a commit that reverts it, and stands again when that is reverted itself", async () => {
    const { repository, land, told } = makeStory();
    const commit = land({ "a.js": "2\n" });
    const undo = land(
      { "a.js": "1\n" },
      `revert: fix: it\n\n${revertWords(commit)}\n\nTutti-Job: undo-1\nTutti-Sheet: undo-a.js`,
    );
    expect(await told(commit)).toMatchObject({ undoneBy: undo });
    repository.git("revert", "--no-edit", undo);
    expect(await told(commit)).toMatchObject({ undoneBy: null });
  });

  it("is found by its trailers after a rebase, and so is its undoing", async () => {
    const { repository, land, told } = makeStory();
    const commit = land({ "a.js": "2\n", "b.js": "2\n" });
    repository.git("commit", "-q", "--amend", "--date", "2001-02-03T04:05:06", "--no-edit");
    const rebased = repository.head();
    expect([rebased === commit, await told(commit)]).toEqual([
      false,
      { undoneBy: null, isGone: false, changed: ["a.js", "b.js"] },
    ]);
    repository.git("revert", "--no-edit", rebased);
    expect(await told(commit)).toMatchObject({ undoneBy: repository.head() });
  });

  it("aside, on a branch of its own, is looked at there", async () => {
    const { repository, land, told } = makeStory();
    repository.git("switch", "-qc", "tutti/job-1");
    const commit = land({ "a.js": "2\n" });
    const diverted = { branch: "tutti/job-1", why: "so it is" };
    expect(await told(commit, { diverted })).toEqual({ undoneBy: null, isGone: false, changed: ["a.js"] });
    repository.git("revert", "--no-edit", "HEAD");
    expect(await told(commit, { diverted })).toMatchObject({ undoneBy: repository.head() });
  });

  it("is gone after a reset or a rebase of its branch without it, and there again when it is put back", async () => {
    const { repository, land, told } = makeStory();
    const commit = land({ "a.js": "2\n" });
    repository.commit({ "b.js": "2\n" }, "by hand");
    expect(await told(commit)).toMatchObject({ isGone: false });
    repository.git("reset", "-q", "--hard", "HEAD~2");
    expect(await told(commit)).toMatchObject({ undoneBy: null, isGone: true });
    repository.git("reset", "-q", "--hard", commit);
    expect(await told(commit)).toMatchObject({ isGone: false });
  });

  it("is there without its trailers, and after several landings became one commit", async () => {
    const { repository, land, told } = makeStory();
    expect(await told(land({ "a.js": "2\n" }, "fix: it"))).toMatchObject({ isGone: false });
    const commit = land({ "a.js": "3\n" });
    const both = `${repository.git("log", "-1", "--format=%B")}\n\nfix: b\n\nTutti-Job: job-1\nTutti-Sheet: b.js`;
    repository.git("commit", "-q", "--amend", "-m", both);
    expect(await told(commit)).toMatchObject({ isGone: false });
    repository.git("commit", "-q", "--amend", "-m", both.replace("Tutti-Job: job-1", "Tutti-Job: job-2"));
    expect(await told(commit)).toMatchObject({ isGone: true });
  });

  it("is not called gone where its branch is, nor where it was merged as a pull request: that may not have been fetched", async () => {
    const { repository, land, told } = makeStory();
    const commit = land({ "a.js": "2\n" });
    repository.git("reset", "-q", "--hard", "HEAD~1");
    expect(await told(commit, {}, ["a.js" as SheetId])).toMatchObject({ isGone: false });
    expect(await told(commit, { diverted: { branch: "tutti/job-1", why: "so it is" } })).toMatchObject({
      isGone: false,
    });
    expect(await told(commit, { target: "refs/heads/none" })).toMatchObject({ isGone: false });
  });

  it("as several commits is undone when one of them is", async () => {
    const { repository, land, told } = makeStory();
    const part = (number: number): string =>
      `fix: it\n\nTutti-Job: job-1\nTutti-Sheet: a.js\nTutti-Attempt: 1\nTutti-Part: ${String(number)}/3`;
    const [first, , last] = [1, 2, 3].map((number) => land({ [`${String(number)}.js`]: "2\n" }, part(number))) as [
      CommitSha,
      CommitSha,
      CommitSha,
    ];
    expect(await told(last)).toMatchObject({ undoneBy: null });
    repository.git("revert", "--no-edit", first);
    expect(await told(last)).toMatchObject({ undoneBy: repository.head() });
    repository.git("revert", "--no-edit", "HEAD");
    expect(await told(last)).toMatchObject({ undoneBy: null, isGone: false });
  });

  it("somewhere that git does not know here is not known, and a repository that is gone says nothing", async () => {
    const { told } = makeStory();
    expect(await told("e".repeat(40) as CommitSha)).toEqual({ undoneBy: null, isGone: false, changed: null });
    const nowhere = { commonDir: "/nowhere", gitDir: "/nowhere", top: "/nowhere" } as Job["repository"];
    expect(await told("e".repeat(40) as CommitSha, { repository: nowhere })).toBeUndefined();
  });
});
