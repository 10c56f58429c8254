import { describe, expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import { type Live, rests, withLive } from "../../kit/live.ts";
import { fileAt, makeSign, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

/** The text that the newest attempt received. */
async function promptOf(live: Live, job: JobId, sheet: string): Promise<string> {
  return (await live.tutti.call("sheet.logs", { job, folder: "/", sheet, stream: "prompt" }))?.text ?? "";
}

/** The first attempt leaves half of it; only one that finds that can do the rest. */
const inHalves = (then: string): string =>
  `on-attempt 1 create work.txt half\non-attempt 1 ${then}\nedit work.txt half whole`;

describe("a sheet that is told something more", () => {
  it("goes on from its work after it failed, and hears it", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: inHalves("fail 1") }));
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "failed" });
      await live.tutti.call("sheet.tell", { job, sheet: "a", text: "mind the second half" });
      await live.until(job, rests(2));
      expect([await states(live, job), fileAt(live.repository, "work.txt")]).toEqual([{ a: "landed" }, "whole"]);
      expect(await promptOf(live, job, "a")).toContain("mind the second half");
    });
  });

  it("is ended while it runs, captured, and goes on from there", async () => {
    await withLive(async (live) => {
      const sign = makeSign();
      const job = await live.submit(
        scoreOf({
          a: `on-attempt 1 create work.txt half\non-attempt 1 create ${sign.path}\non-attempt 1 wait-for ${live.gate}\nedit work.txt half whole`,
        }),
      );
      await sign.seen();
      await live.tutti.call("sheet.tell", { job, sheet: "1", text: "change of plan" });
      await live.tutti.call("sheet.tell", { job, sheet: "1", text: "and another" });
      await live.until(job, rests(1));
      expect([await states(live, job), fileAt(live.repository, "work.txt")]).toEqual([{ a: "landed" }, "whole"]);
      const prompt = await promptOf(live, job, "a");
      expect([prompt.includes("change of plan"), prompt.includes("and another")]).toEqual([true, true]);
    });
  });

  itLong("goes on with a result that waits for approval, and waits for it again", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf(
          {
            a: "on-attempt 1 create work.txt half\nuntil-attempt 1 print first\non-attempt 2 edit work.txt half whole",
          },
          { landing: "approve" },
        ),
      );
      await live.until(job, rests(1));
      await live.tutti.call("sheet.tell", { job, sheet: "a", text: "the other half too" });
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ a: "captured" });
      await live.tutti.call("sheet.approve", { job });
      await live.until(job, rests(3));
      expect(fileAt(live.repository, "work.txt")).toBe("whole");
    });
  });

  itLong("hears it when its paused job goes on by that", async () => {
    await withLive(async (live) => {
      const sign = makeSign();
      const job = await live.submit(
        scoreOf({
          a: `on-attempt 1 create work.txt half\non-attempt 1 create ${sign.path}\non-attempt 1 wait-for ${live.gate}\nedit work.txt half whole`,
        }),
      );
      await sign.seen();
      await live.tutti.call("job.pause", { job, now: true });
      await live.until(job, rests(1));
      await live.tutti.call("sheet.tell", { job, sheet: "a", text: "now the rest" });
      await live.until(job, rests(2));
      expect([await states(live, job), await promptOf(live, job, "a")]).toEqual([
        { a: "landed" },
        expect.stringContaining("now the rest"),
      ]);
    });
  });
});

it("a sheet that landed receives no more messages, and the sender learns how to continue", async () => {
  await withLive(async (live) => {
    const job = await live.submit(scoreOf({ a: "create a.txt a" }));
    await live.until(job, rests(1));
    const before = (await live.events(job)).length;
    await expect(live.tutti.call("sheet.tell", { job, sheet: "a", text: "more" })).rejects.toMatchObject({
      code: "job.not_now",
      hint: expect.stringContaining("tutti task") as string,
    });
    await expect(live.tutti.call("sheet.tell", { job, sheet: "b", text: "more" })).rejects.toMatchObject({
      code: "cli.usage",
    });
    expect((await live.events(job)).length).toBe(before);
  });
});
