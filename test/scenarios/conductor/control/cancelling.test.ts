import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobId } from "../../../../src/base/ids.ts";
import { tempFolder } from "../../../kit/folders.ts";
import { gitIn } from "../../../kit/git.ts";
import { type Live, happened, rests, withLive } from "../../../kit/live.ts";
import { landed, makeSign, scoreOf, states } from "../story.ts";
import { itLong } from "../../../kit/long.ts";

describe("a job that is cancelled", () => {
  it("is captured first, lands nothing more, and can be tried again", async () => {
    await withLive(async (live) => {
      const sign = makeSign();
      const a = `create half.txt half\ncreate ${sign.path}\nwait-for ${live.gate}\ncreate a.txt a`;
      const job = await live.submit(
        scoreOf({
          first: "create first.txt 1",
          a: { script: a, after: ["first"] },
          b: { script: "create b.txt b", after: ["a"] },
        }),
      );
      await sign.seen();
      const view = await live.tutti.call("job.cancel", { job });
      expect(view).toMatchObject({
        status: "cancelled",
        sheets: [{ state: "landed" }, { state: "cancelled" }, { state: "cancelled" }],
      });
      const { snapshots } = await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "a" });
      expect(snapshots.map(({ why }) => why)).toEqual(["cancel"]);
      expect(gitIn((await live.status(job)).store ?? "", ["show", `${view.sheets[1]?.kept ?? ""}:half.txt`])).toBe(
        "half",
      );
      expect(landed(live.repository).length).toBe(1);
      live.open();
      await live.tutti.call("job.retry", { job });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ first: "landed", a: "landed", b: "landed" });
    });
  });

  it("lets a landing that had begun settle: the journal says what git has", async () => {
    await withLive(async (live) => {
      const { promise: cancelled, resolve } = Promise.withResolvers<unknown>();
      await live.tutti.follow(
        { types: ["sheet.landing"] },
        {
          hear: (event) => {
            if (event.job !== null) resolve(live.tutti.call("job.cancel", { job: event.job }));
          },
        },
      );
      const job = await live.submit(scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}` }), { parallel: 2 });
      expect(await cancelled).toMatchObject({
        status: "cancelled",
        sheets: [{ state: "landed" }, { state: "cancelled" }],
      });
      expect(landed(live.repository).length).toBe(1);
      expect((await live.tutti.call("landing.verify", { job, folder: live.repository })).missing).toEqual([]);
    });
  });

  it("does not land what was only being checked", async () => {
    await withLive(async (live) => {
      const job = await beingChecked(live);
      expect(await live.tutti.call("job.cancel", { job })).toMatchObject({
        status: "cancelled",
        sheets: [{ state: "landed" }, { state: "cancelled" }],
      });
      expect(landed(live.repository).length).toBe(1);
    });
  });

  it("stays so: asked again nothing happens, it can't be paused, and to go on means to try again", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
      await live.tutti.call("job.cancel", { job });
      const before = (await live.events()).length;
      expect(await live.tutti.call("job.cancel", { job })).toMatchObject({ status: "cancelled" });
      await expect(live.tutti.call("job.pause", { job })).rejects.toMatchObject({ code: "job.not_now" });
      await expect(live.tutti.call("job.resume", { job, folder: "/" })).rejects.toMatchObject({
        code: "job.not_now",
        hint: expect.stringContaining("tutti retry") as string,
      });
      expect((await live.events()).length).toBe(before);
    });
  });

  itLong("may have been paused before, or finished, when there is nothing to end", async () => {
    await withLive(async (live) => {
      const paused = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
      await live.tutti.call("job.pause", { job: paused, now: true });
      await live.until(paused, rests(1));
      expect(await live.tutti.call("job.cancel", { job: paused })).toMatchObject({
        status: "cancelled",
        sheets: [{ state: "cancelled" }],
      });
      const finished = await live.submit(scoreOf({ a: "create a.txt a" }));
      await live.until(finished, rests(1));
      expect(await live.tutti.call("job.cancel", { job: finished })).toMatchObject({
        status: "finished",
        counts: { landed: 1 },
      });
    });
  });
});

describe("a sheet that is cancelled", () => {
  it("ends alone: others go on, those that wait for it are blocked", async () => {
    await withLive(async (live) => {
      const sign = makeSign();
      const job = await live.submit(
        scoreOf({
          a: `create half.txt half\ncreate ${sign.path}\nwait-for ${join(tempFolder(), "never")}`,
          b: `wait-for ${live.gate}\ncreate b.txt b`,
          c: { script: "create c.txt c", after: ["a"] },
          d: { script: "create d.txt d", after: ["b"] },
        }),
        { parallel: 2 },
      );
      await sign.seen();
      await live.tutti.call("sheet.cancel", { job, sheet: "a" });
      await live.until(job, happened("sheet.cancelled", "a"));
      await live.tutti.call("sheet.cancel", { job, sheet: "4" });
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "cancelled", b: "landed", c: "blocked", d: "cancelled" });
      expect(await live.status(job)).toMatchObject({ status: "finished" });
      const { snapshots } = await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "a" });
      expect(snapshots.map(({ why }) => why)).toEqual(["cancel"]);
    });
  });

  it("does not land while it is only being checked for that: the journal says what git has", async () => {
    await withLive(async (live) => {
      const job = await beingChecked(live);
      await live.tutti.call("sheet.cancel", { job, sheet: "b" });
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed", b: "cancelled" });
      expect(landed(live.repository).length).toBe(1);
    });
  });

  itLong("is not landed when it is captured and its turn has not come", async () => {
    await withLive(async (live) => {
      const go = join(tempFolder(), "go");
      const job = await beingChecked(live, { c: `wait-for ${go}\ncreate c.txt c` });
      writeFileSync(go, "");
      await live.until(job, happened("sheet.captured", "c"));
      await live.tutti.call("sheet.cancel", { job, sheet: "c" });
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed", b: "landed", c: "cancelled" });
      expect(landed(live.repository).length).toBe(2);
    });
  });

  it("must be under way: what has ended is refused, and nothing is written", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: "create a.txt a", b: "fail 1" }));
      await live.until(job, rests(1));
      const before = (await live.events()).length;
      for (const sheet of ["a", "b"])
        await expect(live.tutti.call("sheet.cancel", { job, sheet })).rejects.toMatchObject({ code: "job.not_now" });
      await expect(live.tutti.call("sheet.cancel", { job, sheet: "x" })).rejects.toMatchObject({ code: "cli.usage" });
      expect((await live.events()).length).toBe(before);
    });
  });
});

/**
 * A job whose sheet b began with a, and is to land on top of it: its check takes until the gate opens, and is under
 * way.
 */
async function beingChecked(live: Live, more: Parameters<typeof scoreOf>[0] = {}): Promise<JobId> {
  const sign = makeSign();
  const [go, checked] = [join(tempFolder(), "go"), join(tempFolder(), "checked")];
  const check = `if [ -e ${checked} ]; then touch ${sign.path}; until [ -e ${live.gate} ]; do sleep 0.02; done; fi; touch ${checked}`;
  const b = { script: `wait-for ${go}\ncreate b.txt b`, validations: [{ command: check }] };
  const job = await live.submit(scoreOf({ a: "create a.txt a", b, ...more }), { parallel: 3 });
  await live.until(job, happened("sheet.landed", "a"));
  writeFileSync(go, "");
  await sign.seen();
  return job;
}
