import { describe, expect, it } from "vitest";
import { happened, rests, withLive } from "../../../kit/live.ts";
import { landed, scoreOf, states } from "../story.ts";
import { itLong } from "../../../kit/long.ts";

const failsOnce = (file: string): string => `until-attempt 1 fail 3\ncreate ${file} x`;

describe("a sheet that failed", () => {
  itLong("is tried again while its job still plays others", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({
          a: failsOnce("a.txt"),
          b: `wait-for ${live.gate}\ncreate b.txt b`,
          c: { script: "create c.txt c", after: ["a"] },
        }),
        { parallel: 2 },
      );
      await live.until(job, happened("sheet.failed", "a"));
      await live.tutti.call("job.retry", { job, sheets: ["a"] });
      await live.until(job, happened("sheet.landed", "c"));
      expect(await states(live, job)).toEqual({ a: "landed", b: "running", c: "landed" });
      live.open();
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({ status: "finished", counts: { landed: 3 } });
    });
  });

  it("is tried again after its job finished, and what it blocked goes on", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({
          a: failsOnce("a.txt"),
          b: "create b.txt b",
          c: { script: "create c.txt c", after: ["a"] },
          d: "fail 1",
        }),
      );
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "failed", b: "landed", c: "blocked", d: "failed" });
      await live.tutti.call("sheet.retry", { job, sheet: "1" });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ a: "landed", b: "landed", c: "landed", d: "failed" });
      expect((await live.status(job)).sheets.map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1]);
    });
  });

  itLong("is tried again with all others when none is named", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: failsOnce("a.txt"), b: failsOnce("b.txt"), c: "create c.txt c" }));
      await live.until(job, rests(1));
      await live.tutti.call("job.retry", { job });
      await live.until(job, rests(2));
      expect(await live.status(job)).toMatchObject({ status: "finished", counts: { landed: 3 } });
      expect(landed(live.repository).length).toBe(3);
    });
  });
});

it("a retry of what can't be tried again is refused with a code, and changes nothing", async () => {
  await withLive(async (live) => {
    const job = await live.submit(
      scoreOf({ a: "create a.txt a", b: "fail 1", c: `wait-for ${live.gate}\ncreate c.txt c` }),
      { parallel: 3 },
    );
    await live.until(job, happened("sheet.landed", "a"));
    await live.until(job, happened("sheet.failed", "b"));
    const before = (await live.events(job)).length;
    const refusal = (sheets: readonly string[]) => live.tutti.call("job.retry", { job, sheets: [...sheets] });
    await expect(refusal(["a"])).rejects.toMatchObject({ code: "job.not_retriable" });
    await expect(refusal(["b", "c"])).rejects.toMatchObject({ code: "job.not_retriable" });
    await expect(refusal(["b", "x"])).rejects.toMatchObject({ code: "cli.usage" });
    await expect(live.tutti.call("job.retry", { job: "none-000000" })).rejects.toMatchObject({ code: "job.unknown" });
    expect((await live.events(job)).length).toBe(before);
    expect(await states(live, job)).toEqual({ a: "landed", b: "failed", c: "running" });
  });
});

it("a retry of all that failed is refused when nothing did", async () => {
  await withLive(async (live) => {
    const job = await live.submit(scoreOf({ a: "create a.txt a" }));
    await live.until(job, rests(1));
    const before = (await live.events(job)).length;
    await expect(live.tutti.call("job.retry", { job })).rejects.toMatchObject({
      code: "job.not_retriable",
      hint: expect.stringContaining("tutti resume") as string,
    });
    expect((await live.events(job)).length).toBe(before);
  });
});
