import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contest, type Taken, type Way, openContest, ways } from "./end-to-end/contest.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

/** What a whole job may take, as a share of the same work by hand. */
const allowed = (files: number): number => (files < 1_000 ? 0.8 : 0.4);

/** Whole jobs, from the command to its exit, beside what people do without Tutti. */
export const endToEnd: Part = {
  name: "end-to-end",
  summary:
    "jobs of short sheets, from the command to its end, beside worktrees by hand and a clone for each; quick: --sheets 30 --rounds 1; 0 stands for 100 and 3,000 files, 4 and 16 at once",
  defaultRounds: 3,
  numbers: { sheets: 100, files: 0, "at-once": 0, "agent-seconds": 0.2 },
  run: async ({ rounds, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const { sheets = 100, files = 0, "at-once": atOnce = 0, "agent-seconds": agentSeconds = 0.2 } = numbers;
    try {
      say(
        `Node ${process.versions.node}, ${String(rounds)} rounds by turns, ${String(sheets)} sheets, an agent that takes ${String(agentSeconds)} s; medians, CPU a sheet with all processes`,
      );
      say(`| files, at once | floor | ${ways.map((way) => `${way} | CPU`).join(" | ")} | Tutti to by hand | allowed |`);
      say(`|---|---|${"---|".repeat(ways.length * 2 + 2)}`);
      const shares: number[] = [];
      for (const size of files === 0 ? [100, 3_000] : [files]) {
        const contest = await openContest(join(folder, String(size)), { files: size, sheets, agentSeconds });
        for (const crowd of atOnce === 0 ? [4, 16] : [atOnce])
          shares.push((await measureCell(contest, crowd, { rounds, say })) / allowed(size));
        rmSync(join(folder, String(size)), { recursive: true, force: true });
      }
      return { ratio: Math.max(...shares), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Tutti's time to that by hand, the median of the rounds. */
async function measureCell(
  contest: Contest,
  atOnce: number,
  { rounds, say }: { readonly rounds: number; readonly say: (line: string) => void },
): Promise<number> {
  const { files, sheets, agentSeconds } = contest.order;
  const taken = Object.fromEntries(ways.map((way) => [way, [] as Taken[]])) as unknown as Record<Way, Taken[]>;
  // Each measures itself, without the copy that it works in; the turns are what is wanted here.
  await measure(
    Object.fromEntries(ways.map((way) => [way, async () => void taken[way].push(await contest.run(way, atOnce))])),
    { rounds, warmUps: 0 },
  );
  const ratio = median(taken.Tutti.map(({ ms }, round) => ms / (taken["by hand"][round]?.ms ?? Number.NaN)));
  const cells = ways.flatMap((way) => [
    `${(median(taken[way].map(({ ms }) => ms)) / 1_000).toFixed(1)} s`,
    `${(median(taken[way].map(({ cpuMs }) => cpuMs)) / sheets).toFixed(0)} ms`,
  ]);
  const floor = `${((sheets / atOnce) * agentSeconds).toFixed(1)} s`;
  say(
    `| ${[`${String(files)}, ${String(atOnce)}`, floor, ...cells, ratio.toFixed(2), allowed(files).toFixed(1)].join(" | ")} |`,
  );
  return ratio;
}
