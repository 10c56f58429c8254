import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobId } from "../../../../src/base/ids.ts";
import { tempFolder } from "../../../kit/folders.ts";
import { happened, rests, withLive } from "../../../kit/live.ts";
import { makeRepository } from "../../../kit/repository.ts";
import { fileAt, landed, makeSign, scoreOf, states } from "../story.ts";
import { itLong } from "../../../kit/long.ts";

const byPerson = { status: "paused", pause: { kind: "user" } };

describe("a pause", () => {
  it("lets what runs finish and land, starts nothing more, and goes on where it was", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }), {
        parallel: 1,
      });
      await live.until(job, happened("sheet.started", "a"));
      expect(await live.tutti.call("job.pause", { job })).toMatchObject({ status: "pausing" });
      live.open();
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({ ...byPerson, counts: { landed: 1, waiting: 1 } });
      expect(await states(live, job)).toEqual({ a: "landed", b: "waiting" });
      await live.tutti.call("job.resume", { job, folder: "/" });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ a: "landed", b: "landed" });
      expect((await live.status(job)).sheets.map(({ attempts }) => attempts)).toEqual([1, 1]);
    });
  });

  it("with --now captures what runs; a resume goes on from there, exactly", async () => {
    await withLive(async (live) => {
      const sign = makeSign();
      const a = `on-attempt 1 create half.txt half\non-attempt 1 create ${sign.path}\nwait-for ${live.gate}\ncreate whole.txt whole`;
      const job = await live.submit(
        scoreOf({
          first: "create first.txt first",
          a: { script: a, after: ["first"] },
          b: { script: "create b.txt b", after: ["a"] },
        }),
      );
      await sign.seen();
      await live.tutti.call("job.pause", { job, now: true });
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject(byPerson);
      expect(await states(live, job)).toEqual({ first: "landed", a: "waiting", b: "waiting" });
      const { snapshots } = await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "a" });
      expect(snapshots.map(({ why }) => why)).toEqual(["pause"]);
      expect(landed(live.repository).length).toBe(1);
      live.open();
      await live.tutti.call("job.resume", { job, folder: "/" });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ first: "landed", a: "landed", b: "landed" });
      expect([fileAt(live.repository, "half.txt"), fileAt(live.repository, "whole.txt")]).toEqual(["half", "whole"]);
      expect((await live.status(job)).sheets.map(({ attempts }) => attempts)).toEqual([1, 2, 1]);
    });
  });

  it("has no effect when it is taken back before the job has paused", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }), {
        parallel: 1,
      });
      await live.until(job, happened("sheet.started", "a"));
      await live.tutti.call("job.pause", { job });
      await live.tutti.call("job.resume", { job, folder: "/" });
      live.open();
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({ status: "finished", counts: { landed: 2 } });
    });
  });

  itLong("ends running sheets when it is made urgent; an urgent one stays so", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a` }));
      await live.until(job, happened("sheet.started", "a"));
      await live.tutti.call("job.pause", { job });
      await live.tutti.call("job.pause", { job, now: true });
      await live.tutti.call("job.pause", { job });
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({ ...byPerson, sheets: [{ state: "waiting", attempts: 1 }] });
    });
  });

  it("asked for at the moment a job is heard of for the first time holds", async () => {
    await withLive(async (live) => {
      const { promise: paused, resolve } = Promise.withResolvers<unknown>();
      await live.tutti.follow(
        { types: ["job.started"] },
        {
          hear: (event) => {
            if (event.job !== null) resolve(live.tutti.call("job.pause", { job: event.job }));
          },
        },
      );
      const job = await live.submit(
        scoreOf({ skipped: "fail 1", a: `wait-for ${live.gate}`, b: { script: "create b.txt b", after: ["a"] } }),
        {
          startSheet: "a",
        },
      );
      await paused;
      live.open();
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject(byPerson);
      const [last] = (await live.events(job)).filter(({ type }) => type.startsWith("job.")).slice(-1);
      expect(last?.type).toBe("job.paused");
    });
  });

  itLong("of a job that has ended is refused, and of one that is paused changes nothing", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: "create a.txt a" }));
      await live.until(job, rests(1));
      await expect(live.tutti.call("job.pause", { job })).rejects.toMatchObject({ code: "job.not_now" });
      const other = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
      await live.tutti.call("job.pause", { job: other, now: true });
      await live.until(other, rests(1));
      const before = (await live.events()).length;
      expect(await live.tutti.call("job.pause", { job: other, now: true })).toMatchObject(byPerson);
      expect((await live.events()).length).toBe(before);
    });
  });
});

describe("at the next start", () => {
  const home = (): string => join(tempFolder(), "home");

  it("a job that a person paused stays paused under every policy", async () => {
    const place = { home: home(), repository: makeRepository().path };
    const job = await withLive(async (live) => {
      const begun = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
      await live.tutti.call("job.pause", { job: begun, now: true });
      await live.until(begun, rests(1));
      return begun;
    }, place);
    for (const recovery of ["resume", "ask", "leave"] as const)
      await withLive(
        async (live) => {
          expect(await live.status(job)).toMatchObject(byPerson);
          expect((await live.tutti.call("conductor.status", {})).jobs).toMatchObject({ playing: 0, paused: 1 });
        },
        { ...place, recovery },
      );
  });

  it.each([
    ["resume", "finished"],
    ["ask", "paused"],
    ["leave", "paused"],
  ] as const)("under the policy %s a job that was stopped is %s", async (recovery, status) => {
    const place = { home: home(), repository: makeRepository().path };
    const go = join(tempFolder(), "go");
    const first = await begunAndStopped(place, go);
    await withLive(
      async (live) => {
        expect((await live.status(first)).pause).toEqual(recovery === "resume" ? null : { kind: "stop" });
        const types = (await live.events()).map(({ type }) => type);
        expect(types.filter((type) => type === "conductor.started").length).toBe(2);
        expect(types.includes("conductor.recovered")).toBe(recovery !== "leave");
        if (recovery === "resume") {
          await live.submit(scoreOf({ opens: `create ${go}` }), { isolation: "clone" });
          await live.until(first, rests(2));
        }
        expect(await live.status(first)).toMatchObject({ status });
      },
      { ...place, recovery },
    );
  });
});

/** A job whose one sheet waits for a file, left by an engine that was stopped in order. */
function begunAndStopped(place: { home: string; repository: string }, go: string): Promise<JobId> {
  return withLive(async (live) => {
    const job = await live.submit(scoreOf({ a: `create half.txt half\nwait-for ${go}\ncreate a.txt a` }));
    await live.until(job, happened("sheet.started", "a"));
    return job;
  }, place);
}
