import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, happened, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { landed, scoreOf, states } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const sheets = (names: readonly string[], script: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, script(name)]));
const inPlace = { isolation: "none" } as const;

describe("two jobs of one repository", () => {
  it("land one after the other: every commit is there, none twice", async () => {
    await withLive(async (live) => {
      const scoreFor = (job: string): string =>
        scoreOf(sheets(["a", "b", "c"], (name) => `create ${job}-${name}.txt ${name}`));
      const jobs = await Promise.all(["one", "two"].map((name) => live.submit(scoreFor(name), { parallel: 3 })));
      for (const job of jobs) await live.until(job, rests(1));
      for (const job of jobs)
        expect(await live.status(job)).toMatchObject({ status: "finished", diverted: null, counts: { landed: 3 } });
      expect(landed(live.repository).length).toBe(6);
      expect(
        gitIn(live.repository, ["ls-tree", "--name-only", "main"])
          .split("\n")
          .filter((name) => /^(one|two)-/.test(name)).length,
      ).toBe(6);
      expect(gitIn(live.repository, ["status", "--porcelain"])).toBe("");
      const report = await live.tutti.call("landing.verify", { folder: live.repository });
      expect(report.missing).toEqual([]);
      expect(report.landings.map(({ problems, absent }) => [...problems, ...absent])).toEqual(
        Array.from({ length: 6 }, () => []),
      );
    });
  });

  itLong("do not wait for each other's sheets, also where one of them works in the folder itself", async () => {
    await withLive(async (live) => {
      const held = await live.submit(scoreOf({ a: `create held.txt held\nwait-for ${live.gate}` }), inPlace);
      await live.until(held, happened("context.created", "a"));
      const other = await live.submit(scoreOf({ a: "create a.txt a" }));
      await live.until(other, happened("sheet.captured", "a"));
      live.open();
      await Promise.all([held, other].map((job) => live.until(job, rests(1))));
      expect(await live.status(other)).toMatchObject({ status: "finished", counts: { landed: 1 } });
      expect(await states(live, held)).toEqual({ a: "done" });
      expect(readFileSync(join(live.repository, "held.txt"), "utf8")).toBe("held\n");
    });
  });

  itLong("take turns when both work in the folder itself", async () => {
    await withLive(async (live) => {
      const one = await live.submit(
        scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }),
        inPlace,
      );
      await live.until(one, happened("context.created", "a"));
      const two = await live.submit(scoreOf({ c: "create c.txt c", d: "create d.txt d" }), inPlace);
      live.open();
      await Promise.all([one, two].map((job) => live.until(job, rests(1))));
      for (const job of [one, two])
        expect(await live.status(job)).toMatchObject({ status: "finished", counts: { done: 2 } });
      expect(mostAtOnce(await live.events())).toBe(1);
    });
  });
});

describe("jobs of two repositories", () => {
  it("are played side by side, and one that breaks pauses alone", async () => {
    await withLive(async (live) => {
      const other = makeRepository().path;
      const doomed = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }), {
        folder: other,
        parallel: 1,
      });
      await live.until(doomed, happened("context.created", "a"));
      const well = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }), {
        parallel: 1,
      });
      renameSync(other, `${other} gone`);
      live.open();
      await Promise.all([doomed, well].map((job) => live.until(job, rests(1))));
      expect(await live.status(well)).toMatchObject({ status: "finished", counts: { landed: 2 } });
      expect(await live.status(doomed)).toMatchObject({ status: "paused", pause: { kind: "broken" } });
      const { findings } = (await live.tutti.call("job.diagnose", { job: doomed, folder: "/" })) ?? { findings: [] };
      expect(findings[0]?.next).toContain("tutti resume");
      renameSync(`${other} gone`, other);
      // The work of the running sheet could not be captured: its clone needs the repository.
      await live.tutti.call("job.resume", { job: doomed, folder: "/", retryFailed: true });
      await live.until(doomed, rests(2));
      expect(await live.status(doomed)).toMatchObject({ status: "finished", counts: { landed: 2 } });
    });
  });

  it("can be cancelled when their repository is gone", async () => {
    await withLive(async (live) => {
      const other = makeRepository().path;
      const doomed = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt b" }), {
        folder: other,
        parallel: 1,
      });
      await live.until(doomed, happened("context.created", "a"));
      rmSync(other, { recursive: true });
      live.open();
      await live.until(doomed, rests(1));
      expect(await live.tutti.call("job.cancel", { job: doomed })).toMatchObject({ status: "cancelled" });
    });
  });
});

describe("the slots of all jobs", () => {
  itLong("go to the job of a higher priority four times as often at two steps more", async () => {
    await withLive(
      async (live) => {
        const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        const low = await live.submit(scoreOf({ held: `wait-for ${live.gate}`, ...sheets(names, () => "print x") }), {
          parallel: 8,
        });
        await live.until(low, happened("context.created", "held"));
        const high = await live.submit(scoreOf(sheets(names, () => "print x")), { parallel: 8, priority: 2 });
        live.open();
        await Promise.all([low, high].map((job) => live.until(job, rests(1))));
        const order = (await live.events()).filter(({ type }) => type === "sheet.started").map(({ job }) => job);
        const lowBefore = order.slice(0, order.lastIndexOf(high)).filter((job) => job === low);
        // The one that was held, and one for every four of the other's.
        expect(lowBefore.length).toBeLessThanOrEqual(3);
        expect(mostAtOnce(await live.events())).toBe(1);
      },
      { env: { TUTTI_CONDUCTOR_MAX_SHEETS: "1" } },
    );
  });

  itLong("are never held up by a job that can't use its own", async () => {
    await withLive(
      async (live) => {
        const held = await live.submit(scoreOf(sheets(["a", "b", "c"], () => `wait-for ${live.gate}`)), {
          parallel: 1,
          priority: 5,
        });
        await live.until(held, happened("context.created", "a"));
        const other = await live.submit(scoreOf(sheets(["a", "b", "c"], (name) => `create ${name}.txt ${name}`)), {
          parallel: 3,
          priority: -5,
        });
        await live.until(other, rests(1));
        expect(await live.status(other)).toMatchObject({ status: "finished", counts: { landed: 3 } });
        expect(await live.status(held)).toMatchObject({ status: "running", counts: { running: 1, waiting: 2 } });
        expect(mostAtOnce(await live.events())).toBe(2);
      },
      { env: { TUTTI_CONDUCTOR_MAX_SHEETS: "2" } },
    );
  });

  it("and places for jobs have an end: one more is refused with the figure, and leaves nothing", async () => {
    await withLive(
      async (live) => {
        const score = scoreOf({ a: `wait-for ${live.gate}` });
        const refusals = (
          await Promise.allSettled([live.submit(score), live.submit(score), live.submit(score)])
        ).filter(({ status }) => status === "rejected");
        expect(refusals).toMatchObject([
          { reason: { code: "resources.short", message: expect.stringContaining("2 jobs") as string } },
        ]);
        const list = await live.tutti.call("job.list", {});
        expect(list.length).toBe(2);
        const [first, second] = list.map(({ id }) => id);
        await pauseNow(live, first);
        await live.submit(score);
        await expect(live.tutti.call("job.resume", { job: first, folder: "/" })).rejects.toMatchObject({
          code: "resources.short",
        });
        expect(await live.status(first ?? expect.unreachable())).toMatchObject({ status: "paused" });
        // There is always a place for one that is to end.
        expect(await live.tutti.call("job.cancel", { job: first ?? "" })).toMatchObject({ status: "cancelled" });
        await live.tutti.call("job.cancel", { job: second ?? "" });
      },
      { env: { TUTTI_CONDUCTOR_MAX_JOBS: "2" } },
    );
  });
});

async function pauseNow(live: Live, job: JobId | undefined): Promise<void> {
  const id = job ?? expect.unreachable();
  await live.tutti.call("job.pause", { job: id, now: true });
  await live.until(id, rests(1));
}

/** How many sheets ran at once, over all jobs. */
function mostAtOnce(events: readonly TuttiEvent[]): number {
  let running = 0;
  let most = 0;
  for (const { index, recorded } of events) {
    if (index > 0 || recorded.about !== "sheet") continue;
    if (recorded.event.kind === "started") running += 1;
    if (recorded.event.kind === "ended" || recorded.event.kind === "interrupted") running -= 1;
    most = Math.max(most, running);
  }
  return most;
}
