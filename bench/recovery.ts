import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killAll, reachConductor, startConductor } from "./conductor/home.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";
import { type BrokenOff, breakOff } from "./recovery/broken-off.ts";

const sizes = [250, 1_000, 4_000] as const;
const limits = { sheets: 1_000, ms: 5_000, growth: 2 } as const;

/** From the start of a conductor after kill -9 of the last one until it plays again. */
export const recovery: Part = {
  name: "recovery",
  summary:
    "after kill -9, from the start of a conductor to the first sheet it starts; 250 to 4,000 sheets in the journal",
  defaultRounds: 5,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const jobs = new Map<number, BrokenOff>();
      for (const size of sizes) {
        const own = join(folder, String(size));
        mkdirSync(own);
        jobs.set(size, await breakOff(own, size));
      }
      const seen = await measureAll(jobs, rounds);
      say(
        `Node ${process.versions.node}, ${rounds} rounds by turns; 8 attempts were at work when the kill came, and are captured first`,
      );
      say(
        "| sheets | landed | rows in the journal | answers after (median) | dispatches again after (median) | slowest |",
      );
      say("|---|---|---|---|---|---|");
      const times = sizes.map((size) => row(jobs.get(size), seen.get(size) ?? [], { size, say }));
      return {
        ratio: Math.max((times[sizes.indexOf(limits.sheets)] ?? Infinity) / limits.ms, growthOf(times) / limits.growth),
        target: { atMost: 1 },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Recovered {
  readonly answersMs: number;
  readonly dispatchesMs: number;
}

async function measureAll(
  jobs: ReadonlyMap<number, BrokenOff>,
  rounds: number,
): Promise<ReadonlyMap<number, readonly Recovered[]>> {
  const seen = new Map<number, Recovered[]>([...jobs.keys()].map((size) => [size, []]));
  const contenders = Object.fromEntries(
    [...jobs].map(([size, job]) => [String(size), async () => void seen.get(size)?.push(await recoverOnce(job))]),
  );
  // Putting things back and ending them is not to count, so each measures itself; the turns are what is wanted here.
  await measure(contenders, { rounds, warmUps: 0 });
  return seen;
}

async function recoverOnce(job: BrokenOff): Promise<Recovered> {
  await job.putBack();
  const from = performance.now();
  startConductor(job.home);
  try {
    const tutti = await reachConductor(job.home);
    const answersMs = performance.now() - from;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const following = await tutti.follow(
      { after: job.position, types: ["sheet.started"] },
      {
        hear: () => {
          resolve(performance.now() - from);
        },
        lost: reject,
      },
    );
    const dispatchesMs = await promise;
    await following.stop();
    await tutti.close();
    return { answersMs, dispatchesMs };
  } finally {
    await killAll(job.home);
  }
}

function row(
  job: BrokenOff | undefined,
  seen: readonly Recovered[],
  { size, say }: { size: number; say: (line: string) => void },
): number {
  const answers = median(seen.map(({ answersMs }) => answersMs));
  const all = seen.map(({ dispatchesMs }) => dispatchesMs);
  const ms = [answers, median(all), Math.max(...all)].map((one) => `${one.toFixed(0)} ms`);
  say(`| ${[size, job?.landed, job?.position, ...ms].join(" | ")} |`);
  return median(all);
}

/** By how much a sheet's share of the time rises, at most, from a journal to a larger one. */
function growthOf(times: readonly number[]): number {
  const shares = times.map((ms, place) => ms / (sizes[place] ?? 1));
  return Math.max(...shares.flatMap((share, place) => shares.slice(place + 1).map((later) => later / share)));
}
