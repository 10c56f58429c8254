import { describe, expect, it } from "vitest";
import { happened, rests, withLive } from "../../kit/live.ts";
import { landed, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

const approving = { landing: "approve" };

describe("a job whose results wait for a person's word", () => {
  it("pauses when only those are left, and lands those that are approved", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: "create a.txt a", b: "create b.txt b" }, approving));
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({ status: "paused", pause: { kind: "approval", sheets: 2 } });
      expect(landed(live.repository)).toEqual([]);
      await live.tutti.call("sheet.approve", { job, sheets: ["2"] });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ a: "captured", b: "landed" });
      await live.tutti.call("sheet.approve", { job });
      await live.until(job, rests(3));
      expect([(await live.status(job)).status, landed(live.repository)]).toEqual(["finished", ["a", "b"]]);
    });
  });

  it("lands what is approved while it plays others", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}\ncreate b.txt b` }, approving),
        { parallel: 2 },
      );
      await live.until(
        job,
        ({ recorded, sheet }) => sheet === "a" && recorded.about === "sheet" && recorded.event.kind === "ended",
      );
      await live.tutti.call("sheet.approve", { job, sheets: ["a"] });
      await live.until(job, happened("sheet.landed", "a"));
      expect(await states(live, job)).toEqual({ a: "landed", b: "running" });
    });
  });
});

it("an approval of what does not wait for it is refused, and nothing lands by it", async () => {
  await withLive(async (live) => {
    const job = await live.submit(scoreOf({ a: "create a.txt a", b: "fail 1" }, approving));
    await live.until(job, rests(1));
    await expect(live.tutti.call("sheet.approve", { job, sheets: ["a", "b"] })).rejects.toMatchObject({
      code: "job.not_now",
      message: expect.stringContaining("b is failed") as string,
    });
    expect(landed(live.repository)).toEqual([]);
    await live.tutti.call("sheet.approve", { job });
    await live.until(job, rests(2));
    await expect(live.tutti.call("sheet.approve", { job })).rejects.toMatchObject({ code: "job.not_now" });
  });
});

itLong("an approval that is asked for twice with one key is given once", async () => {
  await withLive(async (live) => {
    const job = await live.submit(scoreOf({ a: "create a.txt a" }, approving));
    await live.until(job, rests(1));
    const asked = { job, key: "the-same-key" };
    const first = await live.tutti.call("sheet.approve", asked);
    await live.until(job, rests(2));
    expect(await live.tutti.call("sheet.approve", asked)).toEqual(first);
    expect(
      (await live.events(job)).filter(
        ({ recorded }) => recorded.about === "sheet" && recorded.event.kind === "approved",
      ).length,
    ).toBe(1);
  });
});
