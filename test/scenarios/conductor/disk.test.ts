import { expect, it } from "vitest";
import { withLive } from "../../kit/live.ts";
import { scoreOf } from "./story.ts";

const asText = expect.stringMatching(/(GB|MB) free on the disk, and the (floor|warning) /) as string;

it.each([
  ["full", { TUTTI_DISK_FLOOR_GB: "1000000" }, "limits.disk_floor"],
  ["low", { TUTTI_DISK_WARNING_GB: "1000000" }, "limits.disk_warning"],
])(
  "a disk that is %s is told by status, conductor-status and diagnose, with free space, limit and what to do",
  async (level, env, setting) => {
    await withLive(
      async (live) => {
        const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
        const { disk } = await live.status(job);
        expect(disk).toMatchObject({ level, what: asText, next: expect.stringContaining("tutti clean") as string });
        expect(disk?.what).toContain(setting);
        expect(disk?.freeBytes).toBeGreaterThan(0);
        expect(disk?.freeBytes).toBeLessThan(disk?.limitBytes ?? 0);
        expect(await live.tutti.call("conductor.status", {})).toMatchObject({
          disk: { level },
          held: level === "low" ? null : asText,
        });
        const diagnosis = await live.tutti.call("job.diagnose", { job, folder: "/" });
        expect(diagnosis?.findings.filter(({ what }) => what.includes("free on the disk"))).toMatchObject([
          { next: disk?.next },
        ]);
      },
      { env },
    );
  },
);
