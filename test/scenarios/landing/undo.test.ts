import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { scoreOf, states } from "../conductor/story.ts";
import { itLong, oneOf } from "../../kit/long.ts";

const filesOn = (repository: string): readonly string[] =>
  gitIn(repository, ["ls-tree", "-r", "--name-only", "main"]).split("\n");
/** Whole, the newest first, without the first commit. */
const landed = (repository: string): readonly string[] =>
  gitIn(repository, ["log", "--format=%s", "main"]).split("\n").slice(0, -1);
const undo = async (live: Live, sheet: string, more: object = {}): Promise<JobId> => {
  const { job } = await live.tutti.call("sheet.undo", { folder: live.repository, sheet, ...more });
  await live.until(job, rests(1));
  return job;
};
const play = async (live: Live, score: string): Promise<JobId> => {
  const job = await live.submit(score);
  await live.until(job, rests(1));
  return job;
};
const refused = (message: string): object => ({
  code: "job.not_now",
  message: expect.stringContaining(message) as string,
});

describe("undo", () => {
  it("takes back what one sheet landed and nothing else, as a landing of its own that verify proves", async () => {
    await withLive(async (live) => {
      await play(live, scoreOf({ a: "create a.txt a", b: { script: "create b.txt b", after: ["a"] } }));
      const commit = gitIn(live.repository, ["rev-parse", "main~1"]);
      const job = await undo(live, "a");
      expect([(await live.status(job)).status, await states(live, job)]).toEqual(["finished", { "undo-a": "landed" }]);
      expect([filesOn(live.repository), landed(live.repository)]).toEqual([
        ["README.md", "b.txt"],
        ["revert: chore: a", "chore: b", "chore: a"],
      ]);
      expect(gitIn(live.repository, ["log", "-1", "--format=%b", "main"])).toContain(`This reverts commit ${commit}.`);
      expect(gitIn(live.repository, ["status", "--porcelain"])).toBe("");
      const report = await live.tutti.call("landing.verify", { folder: live.repository });
      expect([report.landings.map(({ problems, absent }) => [problems, absent]), report.missing]).toEqual([
        [
          [[], []],
          [[], []],
          [[], []],
        ],
        [],
      ]);
      const { snapshots } = await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "undo-a" });
      expect(snapshots).toMatchObject([{ number: 1, base: commit, files: 1 }]);
      // A reverted result is no success of its agent.
      const { work } = await live.tutti.call("learn.stats", {});
      expect(work).toMatchObject([{ agent: "scripted", attempts: 2, counted: 2, landed: 1, undone: 1 }]);
    });
  });

  itLong("can be undone itself; each is refused while it stands, or is under way", async () => {
    await withLive(async (live) => {
      const job = await play(live, scoreOf({ a: "create a.txt a" }));
      const waiting = await undo(live, "a", { approve: true });
      expect([await states(live, waiting), filesOn(live.repository)]).toEqual([
        { "undo-a": "captured" },
        ["README.md", "a.txt"],
      ]);
      await expect(undo(live, "a")).rejects.toMatchObject(refused(`a is being undone by ${waiting}`));
      await live.tutti.call("sheet.approve", { job: waiting });
      await live.until(waiting, rests(2));
      expect(filesOn(live.repository)).toEqual(["README.md"]);
      const hint = `Undo that one to have it again: tutti undo undo-a --job ${waiting}`;
      await expect(undo(live, "a", { job })).rejects.toMatchObject({ ...refused("a is undone already, by"), hint });
      await undo(live, "undo-a");
      expect(filesOn(live.repository)).toEqual(["README.md", "a.txt"]);
      await undo(live, "a", { job });
      expect([filesOn(live.repository), landed(live.repository)]).toEqual([
        ["README.md"],
        ["revert: chore: a", "chore: a (again)", "revert: chore: a", "chore: a"],
      ]);
    });
  });

  it("fails with the paths named when it conflicts; its work is kept, and no agent is sent", async () => {
    const repository = makeRepository({ "a.txt": "1\n2\n3\n" });
    await withLive(
      async (live) => {
        await play(live, scoreOf({ a: "edit a.txt 2 two", b: { script: "edit a.txt two zwei", after: ["a"] } }));
        const job = await undo(live, "a");
        const [sheet] = (await live.status(job)).sheets;
        expect(sheet).toMatchObject({
          state: "failed",
          attempts: 1,
          why: expect.stringContaining("a.txt") as string,
          kept: expect.any(String) as string,
        });
        expect(gitIn(live.repository, ["show", "main:a.txt"])).toBe("1\nzwei\n3");
        await live.tutti.call("job.retry", { job });
        await live.until(job, rests(2));
        expect(await states(live, job)).not.toEqual({ "undo-a": "landed" });
        expect(gitIn(live.repository, ["show", "main:a.txt"])).toBe("1\nzwei\n3");
      },
      { repository: repository.path },
    );
  });

  it("has to pass what its target asks for, and waits for a word where paths are protected", async () => {
    const repository = makeRepository({ "a.txt": "a\n" });
    await withLive(
      async (live) => {
        await play(live, scoreOf({ a: "create kept/b.txt b", c: "create c.txt c" }));
        repository.git("reset", "-q", "--hard", "main");
        repository.commit({
          ".tutti/gates.yaml": 'gates: [{ name: has c, run: "test -e c.txt" }]\nprotected: ["kept/**"]',
        });
        const gated = await undo(live, "c");
        expect((await live.status(gated)).sheets).toMatchObject([
          { state: "failed", why: expect.stringContaining("has c") as string },
        ]);
        const held = await undo(live, "a");
        expect(await live.status(held)).toMatchObject({ status: "paused", pause: { kind: "approval" } });
        await live.tutti.call("sheet.approve", { job: held });
        await live.until(held, rests(2));
        expect([await states(live, held), filesOn(live.repository)]).toEqual([
          { "undo-a": "landed" },
          [".tutti/gates.yaml", "a.txt", "c.txt"],
        ]);
      },
      { repository: repository.path },
    );
  });

  itLong("of a sheet whose commits were kept takes all of them back", async () => {
    await withLive(async (live) => {
      const commits = "create a.txt a\ncommit one\ncreate b.txt b\ncommit two\ncreate c.txt c";
      const job = await play(live, scoreOf({ a: commits }, { landing: { strategy: "rebase" } }));
      expect([await states(live, job), landed(live.repository).length]).toEqual([{ a: "landed" }, 3]);
      const undone = await undo(live, "a");
      expect([await states(live, undone), filesOn(live.repository), landed(live.repository).length]).toEqual([
        { "undo-a": "landed" },
        ["README.md"],
        4,
      ]);
    });
  });

  it("is refused for a sheet that has not landed, is gone, or is unknown", async () => {
    await withLive(async (live) => {
      const job = await play(live, scoreOf({ a: "create a.txt a", b: "fail 1" }));
      await expect(undo(live, "b")).rejects.toMatchObject(refused("b is failed"));
      await expect(undo(live, "none")).rejects.toMatchObject(refused("has a sheet none"));
      gitIn(live.repository, ["reset", "-q", "--hard", "HEAD~1"]);
      await expect(undo(live, "a", { job })).rejects.toMatchObject(
        refused("main does not have what a landed any more"),
      );
    });
  });

  it.each(
    oneOf(2, [
      ["merged to the target is taken back there, and nobody is told to merge it any more", true],
      ["not merged yet is taken back where it landed", false],
    ] as const),
  )("of what landed aside and was %s", async (_, isMerged) => {
    const repository = makeRepository({ "a.txt": "a\n" });
    await withLive(
      async (live) => {
        writeFileSync(join(repository.path, "a.txt"), "mine\n");
        const job = await play(live, scoreOf({ a: "edit a.txt a b" }));
        const { diverted, landsOn } = await live.status(job);
        expect([diverted, landsOn]).toEqual([expect.stringContaining("a.txt"), `refs/heads/tutti/${job}`]);
        const advice = async (): Promise<number> =>
          (await live.tutti.call("job.diagnose", { job, folder: "/" }))?.findings.length ?? 0;
        expect(await advice()).toBe(1);
        repository.git("checkout", "-q", "a.txt");
        if (isMerged) repository.git("merge", "-q", "--no-ff", "-m", "merge", `tutti/${job}`);
        expect([(await live.status(job)).diverted === null, await advice()]).toEqual([isMerged, isMerged ? 0 : 1]);
        const undone = await undo(live, "a");
        expect(await live.status(undone)).toMatchObject({
          status: "finished",
          target: isMerged ? "refs/heads/main" : `refs/heads/tutti/${job}`,
        });
        expect(gitIn(live.repository, ["show", `${isMerged ? "main" : `tutti/${job}`}:a.txt`])).toBe("a");
        expect((await live.tutti.call("landing.verify", { folder: live.repository })).missing).toEqual([]);
      },
      { repository: repository.path },
    );
  });

  itLong("is one job when it is asked for twice with one key", async () => {
    await withLive(async (live) => {
      await play(live, scoreOf({ a: "create a.txt a" }));
      const key = "the-same-key";
      const first = await live.tutti.call("sheet.undo", { folder: live.repository, sheet: "a", key });
      expect(await live.tutti.call("sheet.undo", { folder: live.repository, sheet: "a", key })).toEqual(first);
      await live.until(first.job, rests(1));
      expect(landed(live.repository)).toEqual(["revert: chore: a", "chore: a"]);
    });
  });
});
