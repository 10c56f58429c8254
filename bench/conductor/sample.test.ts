import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { readStat, sample } from "./sample.ts";

describe.skipIf(process.platform !== "linux")("watching a process", () => {
  it("tells the share of a core it used, and its memory", async () => {
    let now = 0;
    const seen = await sample(process.pid, {
      forMs: 1000,
      everyMs: 250,
      ticks: () => now,
      pause: (ms) => {
        burn(50);
        return Promise.resolve((now += ms));
      },
    });
    expect(seen.overMs).toBe(1000);
    // Four times 50 ms at least, and Linux counts in steps of ten.
    expect(seen.cpuShare).toBeGreaterThan(0.15);
    expect(seen.rssMegabytes.last).toBeGreaterThan(10);
    expect(seen.rssMegabytes.most).toBeGreaterThanOrEqual(seen.rssMegabytes.last);
    expect(seen.stall).toBeNull();
  });

  it("asks for the stalls of exactly that time", async () => {
    let now = 0;
    const asked: number[] = [];
    const { stall } = await sample(process.pid, {
      forMs: 1000,
      ticks: () => now,
      pause: (ms) => Promise.resolve((now += ms)),
      askStall: () => {
        asked.push(now);
        return Promise.resolve({ p50Ms: 1, p99Ms: now, maxMs: now });
      },
    });
    expect(asked).toEqual([0, 1000]);
    expect(stall).toEqual({ p50Ms: 1, p99Ms: 1000, maxMs: 1000 });
  });

  it("has no figure of one that ended meanwhile", async () => {
    const child = spawn("sleep", ["60"]);
    const end = async (): Promise<void> => {
      child.kill("SIGKILL");
      await once(child, "exit");
    };
    await expect(sample(child.pid ?? 0, { pause: end })).rejects.toThrow(/can't be measured|ended while/);
  });
});

describe("a line of /proc/<pid>/stat", () => {
  it("is read from the end of the name, with any name before it", () => {
    const after = "S 1 2 3 4 5 6 7 8 9 10 150 50 13 14 15 16 17 18 987654 20 21";
    expect(readStat(`42 (a) b (x) ${after}`)).toEqual({ cpuMs: 2000, startedAt: "987654" });
  });
});

/** Keeps this process busy until it has had so much more of a core. */
function burn(ms: number): void {
  const from = process.cpuUsage();
  for (let usage = process.cpuUsage(from); usage.user + usage.system < ms * 1000; usage = process.cpuUsage(from));
}
