import { expect, it } from "vitest";
import { until } from "../../kit/conductor.ts";
import { rests, withLive } from "../../kit/live.ts";
import { scoreOf, states } from "./story.ts";

it("below its memory floor no sheet starts, everybody is told the figure, and it goes on by itself", async () => {
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "create a.txt a" }));
      const held = await until(async () => (await live.tutti.call("conductor.status", {})).held ?? undefined);
      expect(held).toMatch(
        /^\d+(\.\d)? [MG]B of memory are available, and a sheet starts only above 100000\.0 GB \(limits\.memory_floor\)$/,
      );
      const diagnosis = await live.tutti.call("job.diagnose", { job, folder: "/" });
      expect(diagnosis?.findings).toContainEqual({
        what: expect.stringContaining("100000.0 GB") as string,
        next: expect.any(String) as string,
      });
      expect((await live.tutti.call("conductor.health", {})).checks).toContainEqual(
        expect.objectContaining({ name: "admission", ok: false }),
      );
      await until(async () =>
        (await live.events(job)).find(
          ({ why, recorded }) => why === null && JSON.stringify(recorded).includes("no sheet starts for now"),
        ),
      );
      expect(await states(live, job)).toEqual({ a: "waiting" });
      Object.assign(live.env, { TUTTI_LIMITS_MEMORY_FLOOR: "0" });
      await live.tutti.call("conductor.reload", {});
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed" });
      expect((await live.tutti.call("conductor.status", {})).held).toBeNull();
    },
    { env: { TUTTI_LIMITS_MEMORY_FLOOR: "100TB" } },
  );
});

it("a job that waits for room can be paused, cancelled, and stopped", async () => {
  await withLive(
    async (live) => {
      const [paused, cancelled, stopped] = [
        await live.submit(scoreOf({ a: "print x" })),
        await live.submit(scoreOf({ a: "print x" })),
        await live.submit(scoreOf({ a: "print x" })),
      ];
      await live.tutti.call("job.pause", { job: paused });
      await live.until(paused, rests(1));
      expect(await live.status(paused)).toMatchObject({
        status: "paused",
        pause: { kind: "user" },
        sheets: [{ attempts: 0 }],
      });
      expect(await live.tutti.call("job.cancel", { job: cancelled })).toMatchObject({
        status: "cancelled",
        sheets: [{ attempts: 0 }],
      });
      expect(await live.status(stopped)).toMatchObject({ status: "running" });
    },
    { env: { TUTTI_LIMITS_MEMORY_FLOOR: "100TB" } },
  );
});
