import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchHome, killAll, makeBenchHome, requireTutti } from "./conductor/home.ts";
import { git } from "./landing/repository.ts";
import { worktreeLoop } from "./fix/by-hand.ts";
import { type FixProject, makeFixProject } from "./fix/repository.ts";
import { measure, median, quantile } from "./measure.ts";
import type { Part } from "./part.ts";

/** How much sooner a wall of findings is fixed than one file after the other. */
export const fix: Part = {
  name: "fix",
  summary:
    "100 files, each fixed by an agent that takes a second: 16 at once beside one at a time, and beside a loop of worktree add, agent, apply, commit",
  defaultRounds: 3,
  defaultCount: 100,
  numbers: { agent: 1, parallel: 16 },
  run: async ({ rounds, count, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const { agent: agentSeconds = 1, parallel = 16 } = numbers;
    try {
      const model = await makeBenchHome(join(folder, "model"));
      const project = await makeFixProject(model.repository, { count, agentSeconds });
      const ways = contenders(folder, model, { project, parallel });
      say(
        `Node ${process.versions.node}, ${rounds} rounds by turns, ${count} files, an agent that takes ${agentSeconds} s`,
      );
      const times = await measure(ways, { rounds, warmUps: 0 });
      return told(times, { rounds, say });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const names = ["Tutti", "Tutti, one at a time", "worktree loop"] as const;
type Name = (typeof names)[number];

interface Contest {
  readonly project: FixProject;
  readonly parallel: number;
}

function contenders(
  folder: string,
  model: BenchHome,
  { project, parallel }: Contest,
): Readonly<Record<Name, () => Promise<void>>> {
  let turns = 0;
  const inCopy = async (work: (home: BenchHome) => Promise<unknown>): Promise<void> => {
    const home = await makeBenchHome(join(folder, `turn-${String(turns++)}`));
    rmSync(home.repository, { recursive: true, force: true });
    cpSync(model.repository, home.repository, { recursive: true });
    try {
      await work(home);
      await requireAllFixed(home, project);
    } finally {
      await killAll(home);
    }
  };
  const byTutti = (atOnce: number) => () =>
    inCopy((home) => requireTutti(home, ["fix", "-j", String(atOnce), "--no-recheck"]));
  return {
    Tutti: byTutti(parallel),
    "Tutti, one at a time": byTutti(1),
    "worktree loop": () => inCopy(({ repository }) => worktreeLoop(repository, project)),
  };
}

/** One commit for each file, and nothing left to fix. */
async function requireAllFixed({ repository }: BenchHome, { files }: FixProject): Promise<void> {
  const commits = Number(await git(repository, ["rev-list", "--count", "--grep=^fix", "HEAD"]));
  const left = await git(repository, ["grep", "-c", "BAD", "HEAD", "--", "src"]).catch(() => "");
  if (commits !== files.length || left.trim() !== "")
    throw new Error(`${String(commits)} commits for ${String(files.length)} files; left: ${left}`);
}

function told(
  times: Readonly<Record<Name, readonly number[]>>,
  { say }: { rounds: number; say: (line: string) => void },
): { ratio: number; target: { atLeast: number } } {
  const ratioTo = (name: Name): number =>
    median(times[name].map((ms, round) => ms / (times.Tutti[round] ?? Number.NaN)));
  say("| way | seconds (median) | fastest and slowest | to Tutti |");
  say("|---|---|---|---|");
  for (const name of names) {
    const cells = [median(times[name]), quantile(times[name], 0), quantile(times[name], 1)].map((ms) =>
      (ms / 1000).toFixed(1),
    );
    say(
      `| ${name} | ${cells[0] ?? ""} | ${cells[1] ?? ""} to ${cells[2] ?? ""} | ${name === "Tutti" ? "" : ratioTo(name).toFixed(2)} |`,
    );
  }
  return { ratio: ratioTo("worktree loop"), target: { atLeast: 4 } };
}
