import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { landed, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

const approving = { landing: "approve" };
const refused = (message: string): object => ({
  code: "job.not_now",
  message: expect.stringContaining(message) as string,
});
const git = (live: Live, ...args: readonly string[]): string => gitIn(live.repository, args);
const headOf = (live: Live): string => git(live, "rev-parse", "--abbrev-ref", "HEAD");
const fileIn = (live: Live, name: string): string | null =>
  existsSync(join(live.repository, name)) ? readFileSync(join(live.repository, name), "utf8") : null;
const trying = (live: Live, job: JobId, sheet = "a") =>
  live.tutti.call("review.try", { job, sheet, folder: live.repository });
const back = (live: Live) => live.tutti.call("review.back", { folder: live.repository });

async function waiting(live: Live, sheets: Parameters<typeof scoreOf>[0] = { a: "create a.txt a" }): Promise<JobId> {
  const job = await live.submit(scoreOf(sheets, approving));
  await live.until(job, rests(1));
  return job;
}

describe("a result that waits for a person's word", () => {
  it("is listed with all that one has to know: who did it, what its validations say, why it waits, what it changes", async () => {
    await withLive(async (live) => {
      const job = await waiting(live, {
        a: { script: "create a.txt one\ncreate b.txt two", validations: [{ command: "test -e a.txt" }] },
        b: "fail 1",
      });
      const view = await live.tutti.call("review.list", { folder: live.repository });
      expect(view).toMatchObject({
        trial: null,
        items: [
          {
            job,
            sheet: "a",
            agent: "scripted",
            attempt: 1,
            target: "refs/heads/main",
            held: { kind: "approval" },
            why: "its score wants a person's approval",
            validations: [{ description: "test -e a.txt succeeds", passed: true }],
            files: [{ path: "a.txt", status: "added", insertions: 1 }, { path: "b.txt" }],
            insertions: 2,
            deletions: 0,
            text: null,
          },
        ],
      });
      expect((await live.tutti.call("review.show", { job, sheet: "a" })).text).toContain("+one\n");
      expect((await live.tutti.call("review.show", { job, sheet: "a" })).conflicts).toEqual([]);
      await expect(live.tutti.call("review.show", { job, sheet: "b" })).rejects.toMatchObject(
        refused("b does not wait"),
      );
      await live.tutti.call("sheet.approve", { job });
      await live.until(job, rests(2));
      expect((await live.tutti.call("review.list", { folder: live.repository })).items).toEqual([]);
    });
  });
});

describe("trying a result", () => {
  it("switches the checkout to it, merged with its target as that is now, and back exactly where it was", async () => {
    await withLive(async (live) => {
      const job = await waiting(live);
      writeFileSync(join(live.repository, "mine.txt"), "mine, not tracked\n");
      git(live, "commit", "-q", "--allow-empty", "-m", "meanwhile");
      const main = git(live, "rev-parse", "main");
      const trial = await trying(live, job);
      expect([headOf(live), git(live, "rev-parse", "HEAD"), git(live, "rev-parse", "HEAD~1")]).toEqual([
        "HEAD",
        trial.commit,
        main,
      ]);
      expect([fileIn(live, "a.txt"), fileIn(live, "mine.txt"), git(live, "status", "--porcelain")]).toEqual([
        "a\n",
        "mine, not tracked\n",
        "?? mine.txt",
      ]);
      expect(trial).toMatchObject({ sheet: "a", from: { branch: "refs/heads/main", commit: main } });
      expect((await live.tutti.call("review.list", { folder: live.repository })).trial).toEqual(trial);
      await expect(trying(live, job)).rejects.toMatchObject(refused("a is being tried"));
      expect(await back(live)).toMatchObject({ branch: "refs/heads/main", commit: main, moved: true });
      expect([
        headOf(live),
        fileIn(live, "a.txt"),
        fileIn(live, "mine.txt"),
        git(live, "status", "--porcelain"),
      ]).toEqual(["main", null, "mine, not tracked\n", "?? mine.txt"]);
      await expect(back(live)).rejects.toMatchObject(refused("nothing is being tried"));
      expect([await states(live, job), landed(live.repository)]).toEqual([{ a: "captured" }, ["meanwhile"]]);
    });
  });

  it("does not hold up a landing: the branch moves, and back is where the branch is then", async () => {
    await withLive(async (live) => {
      const job = await waiting(live);
      const trial = await trying(live, job);
      await live.tutti.call("sheet.approve", { job });
      await live.until(job, rests(2));
      expect([await states(live, job), git(live, "rev-parse", "HEAD")]).toEqual([{ a: "landed" }, trial.commit]);
      expect(await back(live)).toMatchObject({
        branch: "refs/heads/main",
        commit: git(live, "rev-parse", "main"),
        moved: true,
      });
      expect([fileIn(live, "a.txt"), git(live, "status", "--porcelain")]).toEqual(["a\n", ""]);
    });
  });

  itLong("from a detached HEAD goes back to that commit", async () => {
    await withLive(async (live) => {
      const job = await waiting(live);
      git(live, "switch", "-q", "--detach", "main");
      const before = git(live, "rev-parse", "HEAD");
      await trying(live, job);
      expect(await back(live)).toMatchObject({ branch: null, commit: before, moved: true });
      expect([headOf(live), git(live, "rev-parse", "HEAD")]).toEqual(["HEAD", before]);
    });
  });

  test.each<[string, (live: Live) => void, string]>([
    [
      "a file has changes that are not staged",
      (live) => writeFileSync(join(live.repository, "README.md"), "mine\n"),
      "README.md in",
    ],
    [
      "a file has changes that are staged",
      (live) => void git(live, "rm", "-q", "--cached", "README.md"),
      "README.md in",
    ],
    [
      "a file that is not tracked would be overwritten",
      (live) => writeFileSync(join(live.repository, "a.txt"), "mine\n"),
      "a.txt in",
    ],
    [
      "an ignored file would be overwritten",
      (live) => {
        mkdirSync(join(live.repository, ".git/info"), { recursive: true });
        writeFileSync(join(live.repository, ".git/info/exclude"), "a.txt\n");
        writeFileSync(join(live.repository, "a.txt"), "mine\n");
      },
      "a.txt in",
    ],
    [
      "a merge is under way",
      (live) => writeFileSync(join(live.repository, ".git/MERGE_HEAD"), `${git(live, "rev-parse", "main")}\n`),
      "in the middle of a merge",
    ],
  ])("is refused when %s, and nothing of it is touched", async (_, disturb, message) => {
    await withLive(async (live) => {
      const job = await waiting(live);
      disturb(live);
      const before = [
        headOf(live),
        git(live, "status", "--porcelain", "--ignored"),
        fileIn(live, "a.txt"),
        fileIn(live, "README.md"),
      ];
      await expect(trying(live, job)).rejects.toMatchObject(refused(message));
      expect([
        headOf(live),
        git(live, "status", "--porcelain", "--ignored"),
        fileIn(live, "a.txt"),
        fileIn(live, "README.md"),
      ]).toEqual(before);
      expect((await live.tutti.call("review.list", { folder: live.repository })).trial).toBeNull();
    });
  });

  itLong("is refused when the result does not fit on its target any more", async () => {
    const repository = makeRepository({ "a.txt": "1\n" });
    await withLive(
      async (live) => {
        const job = await waiting(live, { a: "edit a.txt 1 one" });
        repository.commit({ "a.txt": "uno\n" });
        await expect(trying(live, job)).rejects.toMatchObject(refused("a does not fit on main as it is now: a.txt"));
        expect([headOf(live), git(live, "status", "--porcelain")]).toEqual(["main", ""]);
      },
      { repository: repository.path },
    );
  });
});

describe("going back", () => {
  it("is refused over changes of tracked files, which stay, and works when they are put away", async () => {
    await withLive(async (live) => {
      const job = await waiting(live);
      await trying(live, job);
      writeFileSync(join(live.repository, "a.txt"), "better\n");
      await expect(back(live)).rejects.toMatchObject(refused("a.txt in"));
      expect([headOf(live), fileIn(live, "a.txt")]).toEqual(["HEAD", "better\n"]);
      git(live, "stash", "-q");
      expect(await back(live)).toMatchObject({ branch: "refs/heads/main", moved: true });
    });
  });

  it("is refused over commits on top of the trial; a person who keeps them and leaves the trial is back", async () => {
    await withLive(async (live) => {
      const job = await waiting(live);
      await trying(live, job);
      git(live, "commit", "-q", "--allow-empty", "-m", "on top");
      await expect(back(live)).rejects.toMatchObject(refused("commits of yours on top"));
      git(live, "switch", "-q", "-c", "mine");
      await expect(back(live)).rejects.toMatchObject(refused("is on refs/heads/mine"));
      git(live, "switch", "-q", "main");
      expect(await back(live)).toMatchObject({ branch: "refs/heads/main", moved: false });
      expect(git(live, "log", "-1", "--format=%s", "mine")).toBe("on top");
    });
  });

  itLong("is refused over a file that is not tracked and would be overwritten", async () => {
    const repository = makeRepository({ "a.txt": "a\n", "b.txt": "b\n" });
    await withLive(
      async (live) => {
        const job = await waiting(live, { a: "delete b.txt" });
        await trying(live, job);
        writeFileSync(join(live.repository, "b.txt"), "mine\n");
        await expect(back(live)).rejects.toMatchObject(refused("b.txt in"));
        expect([headOf(live), fileIn(live, "b.txt")]).toEqual(["HEAD", "mine\n"]);
      },
      { repository: repository.path },
    );
  });
});

it("a result that changed the lines of a person's later commit shows them as all three sides have them", async () => {
  await withLive(
    async (live) => {
      const job = await waiting(live, { a: "edit conf limit=1 limit=11" });
      writeFileSync(join(live.repository, "conf"), "a\nlimit=10\nb\n");
      git(live, "commit", "-qam", "meanwhile");
      const { conflicts } = await live.tutti.call("review.show", { job, sheet: "a" });
      expect(conflicts).toEqual([
        {
          path: "conf",
          regions: [{ line: 2, base: ["limit=1"], ours: ["limit=10"], theirs: ["limit=11"] }],
        },
      ]);
    },
    { repository: makeRepository({ conf: "a\nlimit=1\nb\n" }).path },
  );
});
