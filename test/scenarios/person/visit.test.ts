import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import { visitorHere } from "../../../src/api/local/running.ts";
import { ownerName, thisOwner } from "../../../src/process/tree/owner.ts";
import { tempFolder } from "../../kit/folders.ts";
import { canOverlay } from "../../kit/overlay.ts";
import { makeRepository, writeFiles } from "../../kit/repository.ts";
import { type Live, rests, withLive } from "../../kit/live.ts";
import { fileAt, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

const visitor = visitorHere();
const overlays = await canOverlay();
const enter = (live: Live, job: JobId, more: object = {}) =>
  live.tutti.call("sheet.enter", {
    job,
    sheet: "a",
    what: "shell",
    visitor,
    environment: { SHELL: "/bin/some-shell" },
    ...more,
  });
const reasons = async (live: Live, job: JobId) =>
  (await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "a" })).snapshots.map(({ why }) => why);

/** Fails its validation until a person writes `done` into its file. */
const undone = { script: "create a.txt begun", validations: [{ command: "grep -q done a.txt" }] };

/** A process that is no more. */
function deadVisitor(): string {
  return ownerName({ ...thisOwner(), pid: spawnSync("true").pid, startTime: "1" });
}

async function failed(live: Live, score: object = {}): Promise<JobId> {
  const job = await live.submit(scoreOf({ a: undone }, score));
  await live.until(job, rests(1));
  expect(await states(live, job)).toEqual({ a: "failed" });
  return job;
}

describe("a person in the context of a sheet that failed", () => {
  it("finds its work and the sheet's environment, and what they leave is captured, validated and landed", async () => {
    await withLive(async (live) => {
      const job = await failed(live);
      const { path, argv, env, token } = await enter(live, job);
      expect([readFileSync(join(path, "a.txt"), "utf8"), argv, env["TUTTI_JOB"], env["TUTTI_SHEET"]]).toEqual([
        "begun\n",
        ["/bin/some-shell"],
        job,
        "a",
      ]);
      writeFileSync(join(path, "a.txt"), "begun\ndone\n");
      writeFileSync(join(path, "b.txt"), "more\n");
      const left = await live.tutti.call("sheet.leave", { token });
      expect(left).toMatchObject({
        job,
        sheet: "a",
        snapshot: 2,
        files: [{ path: "a.txt", insertions: 1, deletions: 0 }, { path: "b.txt" }],
        leftOut: [],
      });
      expect(await reasons(live, job)).toEqual(["end", "person"]);
      await live.tutti.call("job.revalidate", { job, sheets: ["a"] });
      await live.until(job, rests(2));
      expect([await states(live, job), fileAt(live.repository, "b.txt")]).toEqual([{ a: "landed" }, "more"]);
    });
  });

  it.skipIf(!overlays)("sees installed packages as the agent did, and can't change the checkout's", async () => {
    await withLive(async (live) => {
      writeFiles(live.repository, { ".git/info/exclude": "node_modules\n", "node_modules/tool/x.txt": "tool\n" });
      const job = await failed(live);
      const { path, argv, token } = await enter(live, job, { environment: { SHELL: "/bin/sh" } });
      const [program, ...rest] = [...argv, "-c", "cat node_modules/tool/x.txt; echo mine >node_modules/tool/x.txt"];
      expect(spawnSync(program, rest, { cwd: path, encoding: "utf8" }).stdout).toBe("tool\n");
      await live.tutti.call("sheet.leave", { token });
      expect(readFileSync(join(live.repository, "node_modules/tool/x.txt"), "utf8")).toBe("tool\n");
    });
  });

  it("is there alone: no other person enters, and nothing of the job starts or is judged meanwhile", async () => {
    await withLive(async (live) => {
      const job = await failed(live);
      const { token, path } = await enter(live, job);
      const refused = { code: "job.not_now", message: expect.stringContaining("a person works in a") as string };
      await expect(enter(live, job)).rejects.toMatchObject(refused);
      await expect(live.tutti.call("job.retry", { job })).rejects.toMatchObject(refused);
      await expect(live.tutti.call("sheet.tell", { job, sheet: "a", text: "x" })).rejects.toMatchObject(refused);
      await expect(live.tutti.call("job.revalidate", { job })).rejects.toMatchObject(refused);
      await expect(live.tutti.call("job.resume", { job, folder: "/" })).rejects.toMatchObject(refused);
      const [kept] = (await live.tutti.call("context.list", { folder: null })).contexts;
      expect(await live.tutti.call("context.remove", { id: kept?.id ?? "" })).toMatchObject({ removed: false });
      await live.tutti.call("sheet.leave", { token });
      await expect(live.tutti.call("sheet.leave", { token })).rejects.toMatchObject({ code: "job.not_now" });
      expect(existsSync(path)).toBe(true);
      await live.tutti.call("sheet.leave", { token: (await enter(live, job)).token });
    });
  });

  it("gets it rebuilt from the newest snapshot when it is gone", async () => {
    await withLive(async (live) => {
      const job = await failed(live);
      const [context] = (await live.tutti.call("context.list", { folder: null })).contexts;
      expect(await live.tutti.call("context.remove", { id: context?.id ?? "" })).toMatchObject({ removed: true });
      const { path, token } = await enter(live, job);
      expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("begun\n");
      writeFileSync(join(path, "a.txt"), "done\n");
      expect((await live.tutti.call("sheet.leave", { token })).files.map((file) => file.path)).toEqual(["a.txt"]);
      await live.tutti.call("job.revalidate", { job });
      await live.until(job, rests(2));
      expect([await states(live, job), fileAt(live.repository, "a.txt")]).toEqual([{ a: "landed" }, "done"]);
    });
  });

  itLong("hands on to its agent, which finds what they did", async () => {
    await withLive(async (live) => {
      const score = scoreOf({
        a: {
          script: "on-attempt 1 create a.txt begun\non-attempt 2 edit a.txt idea done",
          validations: undone.validations,
        },
      });
      const job = await live.submit(score);
      await live.until(job, rests(1));
      const { path, token } = await enter(live, job);
      writeFileSync(join(path, "a.txt"), "an idea\n");
      await live.tutti.call("sheet.leave", { token });
      await live.tutti.call("sheet.tell", { job, sheet: "a", text: "go on with my idea" });
      await live.until(job, rests(2));
      expect([await states(live, job), fileAt(live.repository, "a.txt")]).toEqual([{ a: "landed" }, "an done"]);
    });
  });
});

describe("a visit whose process died", () => {
  it("is over for the next who enters, and what was left is a snapshot", async () => {
    await withLive(async (live) => {
      const job = await failed(live);
      const { path } = await enter(live, job, { visitor: deadVisitor() });
      writeFileSync(join(path, "a.txt"), "left in a hurry\n");
      await enter(live, job);
      expect(await reasons(live, job)).toEqual(["end", "person"]);
    });
  });

  it("is over for the next conductor, which captures what was left", async () => {
    const where = { home: join(tempFolder(), "home"), repository: makeRepository().path };
    const job = await withLive(async (live) => {
      const id = await failed(live);
      const { path } = await enter(live, id, { visitor: deadVisitor() });
      writeFileSync(join(path, "a.txt"), "left in a hurry\n");
      return id;
    }, where);
    await withLive(
      async (live) => {
        expect(await reasons(live, job)).toEqual(["end", "person"]);
        await live.tutti.call("job.retry", { job });
      },
      { ...where, recovery: "resume" },
    );
  });
});

describe("a visit is refused for", () => {
  it("a sheet that runs, waits in a job that plays, or has landed", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: { script: "create b.txt b", after: ["a"] } }),
      );
      await live.until(job, ({ type }) => type === "sheet.started");
      for (const sheet of ["a", "b"])
        await expect(enter(live, job, { sheet })).rejects.toMatchObject({
          code: "job.not_now",
          hint: expect.stringContaining("tutti pause --now") as string,
        });
      live.open();
      await live.until(job, rests(1));
      await expect(enter(live, job)).rejects.toMatchObject({
        code: "job.not_now",
        message: expect.stringContaining("has landed") as string,
      });
    });
  });

  itLong("the terminal of an agent that has none", async () => {
    await withLive(async (live) => {
      const job = await failed(live);
      await expect(enter(live, job, { what: "agent" })).rejects.toMatchObject({
        code: "job.not_now",
        hint: expect.stringContaining("tutti shell a") as string,
      });
      await live.tutti.call("sheet.leave", { token: (await enter(live, job)).token });
    });
  });

  itLong("a folder of the user's own", async () => {
    await withLive(async (live) => {
      const job = await failed(live, { isolation: { mode: "none" } });
      await expect(enter(live, job)).rejects.toMatchObject({
        code: "job.not_now",
        message: expect.stringContaining("your own folder") as string,
      });
    });
  });
});

it("a result that waits for approval can be worked on, judged again and approved", async () => {
  await withLive(async (live) => {
    const job = await live.submit(
      scoreOf({ a: { script: "create a.txt done", validations: undone.validations } }, { landing: "approve" }),
    );
    await live.until(job, rests(1));
    const { path, token } = await enter(live, job);
    writeFileSync(join(path, "a.txt"), "done well\n");
    await expect(live.tutti.call("sheet.approve", { job })).rejects.toMatchObject({ code: "job.not_now" });
    await live.tutti.call("sheet.leave", { token });
    await live.tutti.call("job.revalidate", { job, sheets: ["a"] });
    await live.until(job, rests(2));
    await live.tutti.call("sheet.approve", { job });
    await live.until(job, rests(3));
    expect([await states(live, job), fileAt(live.repository, "a.txt")]).toEqual([{ a: "landed" }, "done well"]);
  });
});
