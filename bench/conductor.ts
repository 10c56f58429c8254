import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureCrowd } from "./conductor/crowd.ts";
import { measureIdle } from "./conductor/idle.ts";
import { measureRush } from "./conductor/rush.ts";
import type { Part } from "./part.ts";

const limits = {
  contexts: 500,
  cpuShare: 0.01,
  megabytes: 150,
  sheets: 200,
  bytesPerSecond: 1e6,
  stallMs: 50,
  starts: 100,
};

/** What a conductor costs that has nothing to do, and how it bears much at once. */
export const conductor: Part = {
  name: "conductor",
  summary: "idle with 500 contexts, 200 sheets that print 1 MB/s together, 100 starts at once",
  defaultRounds: 1,
  run: async ({ rounds, say }) => {
    const shares: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
      try {
        shares.push(...(await idle(folder, say)), ...(await crowd(folder, say)), await rush(folder, say));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    return { ratio: Math.max(...shares), target: { atMost: 1 } };
  },
};

/** Each figure as a share of what it may be. */
async function idle(folder: string, say: (line: string) => void): Promise<readonly number[]> {
  const { contexts, cpuShare, rssMegabytes, overMs } = await measureIdle(folder, limits.contexts);
  if (contexts < limits.contexts) throw new Error(`it knows ${String(contexts)} contexts`);
  say(
    `idle, ${String(contexts)} contexts, ${seconds(overMs)}: ${percent(cpuShare)} of a core (at most ${percent(limits.cpuShare)}), ${rssMegabytes.most.toFixed(0)} MB (at most ${String(limits.megabytes)})`,
  );
  return [cpuShare / limits.cpuShare, rssMegabytes.most / limits.megabytes];
}

async function crowd(folder: string, say: (line: string) => void): Promise<readonly number[]> {
  const { running, megabytesPerSecond, cpuShare, rssMegabytes, stall, overMs } = await measureCrowd(folder, limits);
  if (running < limits.sheets || stall === null) throw new Error(`${String(running)} sheets ran`);
  say(
    `${String(running)} sheets, ${megabytesPerSecond.toFixed(2)} MB/s, ${seconds(overMs)}: the event loop is late by ${stall.p99Ms.toFixed(1)} ms at p99 (at most ${String(limits.stallMs)}), ${stall.p50Ms.toFixed(1)} ms at p50, ${stall.maxMs.toFixed(1)} ms at most; ${percent(cpuShare)} of a core, ${rssMegabytes.most.toFixed(0)} MB`,
  );
  return [stall.p99Ms / limits.stallMs];
}

async function rush(folder: string, say: (line: string) => void): Promise<number> {
  const { good, named, living } = await measureRush(folder, limits.starts);
  say(
    `${String(limits.starts)} starts at once: ${String(good)} ended well, ${String(named)} conductor named, ${String(living)} alive`,
  );
  return good === limits.starts && named === 1 && living === 1 ? 0 : Infinity;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
