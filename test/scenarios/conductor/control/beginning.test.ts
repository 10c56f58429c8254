import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replacedBy } from "../../../../src/cli/job/run.ts";
import { tempFolder } from "../../../kit/folders.ts";
import { listening } from "../../../kit/listening.ts";
import { happened, rests, scoreIn, withLive } from "../../../kit/live.ts";
import { makeRepository } from "../../../kit/repository.ts";
import { landed, scoreOf, states } from "../story.ts";

describe("a job that begins at a sheet", () => {
  it.each(["c", "3"])("skips those before it: %s", async (startSheet) => {
    await withLive(async (live) => {
      const heard: string[] = [];
      let together: readonly string[] = [];
      const hear = ({ type }: { type: string }): void => {
        heard.push(type);
        if (type === "job.started") queueMicrotask(() => (together = [...heard]));
      };
      await live.tutti.follow({}, { hear });
      const job = await live.submit(
        scoreOf({ a: "fail 1", b: { script: "fail 1", after: ["a"] }, c: { script: "create c.txt c", after: ["b"] } }),
        {
          startSheet,
        },
      );
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "skipped", b: "skipped", c: "landed" });
      // One step of the journal: after a crash in between they would be played.
      expect(together).toEqual(["job.started", "sheet.skipped", "sheet.skipped"]);
    });
  });

  it.each(["x", "0", "4", "1.5"])(
    "is refused before anything is done when there is no such sheet: %s",
    async (startSheet) => {
      const home = join(tempFolder(), "home");
      await withLive(
        async (live) => {
          const before = readdirSync(home, { recursive: true }).filter((name) => !String(name).startsWith("tutti.db"));
          const score = scoreOf({ a: "create a.txt a", b: "create b.txt b", c: "create c.txt c" });
          await expect(live.submit(score, { startSheet })).rejects.toMatchObject({ code: "cli.usage" });
          expect(await live.tutti.call("job.list", {})).toEqual([]);
          expect(readdirSync(home, { recursive: true }).filter((name) => !String(name).startsWith("tutti.db"))).toEqual(
            before,
          );
        },
        { home },
      );
    },
  );
});

describe("a fresh start of a score", () => {
  it("asks before it puts progress away, and archives first, but nothing for a score that is refused", async () => {
    await withLive(async (live) => {
      const score = scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}` });
      const job = await live.submit(score, { parallel: 1 });
      await live.until(job, happened("sheet.landed", "a"));
      await live.until(job, happened("sheet.started", "b"));
      const about = { score: scoreIn(live.repository, "").path, folder: live.repository };
      const { terminal, err } = listening();
      await expect(replacedBy(terminal, live.tutti, { ...about, isAgreed: false })).rejects.toMatchObject({
        code: "job.not_now",
      });
      expect(err.join("\n")).toContain("1 of 2 sheets landed");
      expect(await live.status(job)).toMatchObject({ status: "running" });
      const replaces = await replacedBy(terminal, live.tutti, { ...about, isAgreed: true });
      await expect(live.submit("sheets: 3", { replaces })).rejects.toMatchObject({ code: "score.invalid" });
      expect(await live.status(job)).toMatchObject({ status: "running" });
      const next = await live.submit(scoreOf({ c: "create c.txt c" }), { replaces });
      expect(await live.status(job)).toMatchObject({ status: "cancelled" });
      await live.until(next, rests(1));
      const jobs = await live.tutti.call("job.list", {});
      expect(jobs.map(({ id, archived }) => [id, archived === true])).toEqual([
        [next, false],
        [job, true],
      ]);
      expect(landed(live.repository).length).toBe(2);
      expect(await replacedBy(terminal, live.tutti, { ...about, isAgreed: false })).toEqual([]);
    });
  });
});

describe("a key", () => {
  const key = "a key of a client";

  it("makes one job of two calls, also at once, also at the next start", async () => {
    const place = { home: join(tempFolder(), "home"), repository: makeRepository().path };
    const score = scoreOf({ a: "create a.txt a" });
    const first = await withLive(async (live) => {
      const [one, other] = await Promise.all([live.submit(score, { key }), live.submit(score, { key })]);
      expect(other).toBe(one);
      await live.until(one, rests(1));
      expect(await live.submit(score, { key })).toBe(one);
      return one;
    }, place);
    await withLive(async (live) => {
      expect(await live.submit(score, { key })).toBe(first);
      expect((await live.tutti.call("job.list", {})).map(({ id }) => id)).toEqual([first]);
      expect(landed(live.repository).length).toBe(1);
    }, place);
  });

  it("of another method's call is refused, also at once", async () => {
    await withLive(async (live) => {
      const score = scoreOf({ a: `wait-for ${live.gate}` });
      const other = await live.submit(score);
      const [submitted, paused] = await Promise.allSettled([
        live.submit(score, { key }),
        live.tutti.call("job.pause", { job: other, key }),
      ]);
      expect(submitted.status).toBe("fulfilled");
      expect(paused).toMatchObject({ status: "rejected", reason: { code: "rpc.invalid" } });
      await expect(live.tutti.call("job.cancel", { job: other, key })).rejects.toMatchObject({ code: "rpc.invalid" });
      expect(await live.status(other)).toMatchObject({ status: "running" });
    });
  });

  it("of a call that failed may be used again: nothing was done", async () => {
    await withLive(async (live) => {
      const score = scoreOf({ a: "create a.txt a" });
      await expect(live.submit(score, { key, startSheet: "x" })).rejects.toMatchObject({ code: "cli.usage" });
      const job = await live.submit(score, { key });
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed" });
    });
  });
});
