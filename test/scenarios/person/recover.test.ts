import { describe, expect, it } from "vitest";
import { rests, withLive } from "../../kit/live.ts";
import { fileAt, landed, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

/** Passes once the gate is open, regardless of the sheet's work. */
const gated = (gate: string): readonly object[] => [{ command: `test -e ${gate}`, description: "the gate is open" }];

describe("work that failed its validations", () => {
  it("lands when they pass on it later, and its agent is not run again", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: { script: "create a.txt a", validations: gated(live.gate) } }));
      await live.until(job, rests(1));
      live.open();
      expect(await live.tutti.call("job.revalidate", { job, dryRun: true })).toMatchObject({
        goesOn: false,
        sheets: [
          { sheet: "a", state: "failed", isGood: true, passed: ["the gate is open"], failed: [], refused: null },
        ],
      });
      expect(await states(live, job)).toEqual({ a: "failed" });
      expect(await live.tutti.call("job.revalidate", { job })).toMatchObject({
        goesOn: true,
        sheets: [{ isGood: true }],
      });
      await live.until(job, rests(2));
      const { status, sheets } = await live.status(job);
      expect([status, sheets.map(({ state, attempts }) => [state, attempts])]).toEqual(["finished", [["landed", 1]]]);
      expect(fileAt(live.repository, "a.txt")).toBe("a");
    });
  });

  itLong("stays as it is when they fail again, with the reasons", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: { script: "create a.txt a", validations: gated(live.gate) } }));
      await live.until(job, rests(1));
      const before = (await live.events(job)).length;
      const { sheets, goesOn } = await live.tutti.call("job.revalidate", { job, sheets: ["1"] });
      expect([goesOn, sheets]).toMatchObject([
        false,
        [{ isGood: false, passed: [], failed: [expect.stringContaining("the gate is open")] }],
      ]);
      expect([await states(live, job), (await live.events(job)).length]).toEqual([{ a: "failed" }, before]);
    });
  });

  itLong("waits for a person's word where the score asks for it", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({ a: { script: "create a.txt a", validations: gated(live.gate) } }, { landing: "approve" }),
      );
      await live.until(job, rests(1));
      live.open();
      await live.tutti.call("job.revalidate", { job });
      await live.until(job, rests(2));
      expect([await states(live, job), landed(live.repository)]).toEqual([{ a: "captured" }, []]);
    });
  });
});

describe("work that can't be judged", () => {
  it("is told so, each with its reason, and nothing is made of it", async () => {
    await withLive(async (live) => {
      const score = scoreOf({
        free: "create free.txt x\nfail 1",
        idle: { script: "print nothing", validations: gated(live.gate) },
        good: { script: "create good.txt x", validations: gated(live.gate) },
      });
      const job = await live.submit(score);
      await live.until(job, rests(1));
      live.open();
      const { sheets } = await live.tutti.call("job.revalidate", { job });
      expect(sheets.map(({ sheet, isGood, refused }) => [sheet, isGood, refused])).toEqual([
        ["free", false, "it has no validations, so nothing can tell whether it is good"],
        ["idle", false, "it left no change that could land"],
        ["good", true, null],
      ]);
      await live.until(job, rests(2));
      expect(await states(live, job)).toEqual({ free: "failed", idle: "failed", good: "landed" });
    });
  });

  it("is refused when it has landed, runs, or was never done", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}`, c: { script: "create c.txt c", after: ["b"] } }),
        {
          parallel: 2,
        },
      );
      await live.until(job, ({ type, sheet }) => type === "sheet.landed" && sheet === "a");
      for (const sheet of ["a", "b", "c"])
        await expect(live.tutti.call("job.revalidate", { job, sheets: [sheet] })).rejects.toMatchObject({
          code: "job.not_now",
        });
      await expect(live.tutti.call("job.revalidate", { job })).rejects.toMatchObject({ code: "job.not_now" });
    });
  });
});
