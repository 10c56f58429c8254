import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchHome, makeBenchHome, requireTutti } from "./conductor/home.ts";
import { git } from "./context/repository.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const files = 100;

/** What a home that has been in use for long costs a job: contexts that earlier jobs left must not hold up its end. */
export const growth: Part = {
  name: "growth",
  summary: "a job of one sheet in an empty home and in one with kept contexts of earlier jobs: from start to finished",
  defaultRounds: 5,
  defaultCount: 76,
  run: async ({ rounds, count, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const homes = {
        empty: await makeHome(join(folder, "empty"), 0),
        grown: await makeHome(join(folder, "grown"), count),
      };
      const seen = { empty: [] as Taken[], grown: [] as Taken[] };
      // A job measures itself by its own journal; the turns are what is wanted here.
      await measure(
        {
          empty: async () => void seen.empty.push(await playOne(homes.empty)),
          grown: async () => void seen.grown.push(await playOne(homes.grown)),
        },
        { rounds, warmUps: 1 },
      );
      say(
        `Node ${process.versions.node}, ${String(rounds)} rounds by turns after one that does not count; ${String(files)} files`,
      );
      say("| kept contexts | start to finished (median) | slowest | the command exits (median) |");
      say("|---|---|---|---|");
      const [empty, grown] = [seen.empty.slice(1), seen.grown.slice(1)];
      for (const [kept, taken] of [
        [0, empty],
        [count, grown],
      ] as const)
        say(`| ${[kept, ...shown(taken)].join(" | ")} |`);
      return { ratio: medianOf(grown) / medianOf(empty), target: { atMost: 1.5 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Taken {
  /** From the start of the sheet to the end of its job, by the journal. */
  readonly endsMs: number;
  /** The whole command. */
  readonly exitsMs: number;
}

async function makeHome(folder: string, kept: number): Promise<BenchHome> {
  const home = await makeBenchHome(folder, { TUTTI_LOCAL: "1" });
  for (let number = 0; number < files; number += 1)
    writeFileSync(join(home.repository, `${String(number)}.txt`), `${String(number)}\n`);
  await git(home.repository, ["add", "--all"]);
  await git(home.repository, ["commit", "-q", "-m", "files"]);
  writeFileSync(join(folder, "one.yaml"), scoreOf(["one"], true));
  if (kept > 0) {
    const names = Array.from({ length: kept }, (_, number) => `kept-${String(number)}`);
    writeFileSync(join(folder, "kept.yaml"), scoreOf(names, false));
    await requireTutti(home, ["run", join(folder, "kept.yaml")]);
  }
  return home;
}

function scoreOf(names: readonly string[], cleanup: boolean): string {
  return JSON.stringify({
    agent: { command: ["sh", "-c", "date +%N > by-$TUTTI_SHEET"] },
    parallel: 4,
    isolation: { mode: "worktree", cleanup_on_success: cleanup },
    sheets: names.map((id) => ({ id, prompt: id })),
  });
}

async function playOne(home: BenchHome): Promise<Taken> {
  const from = performance.now();
  await requireTutti(home, ["run", join(home.env["HOME"] ?? "", "one.yaml")]);
  const exitsMs = performance.now() - from;
  const lines = (await requireTutti(home, ["history", "--json"])).trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as Event);
  const at = (type: string): number => events.findLast((event) => event.type === type)?.at ?? Number.NaN;
  return { endsMs: at("job.completed") - at("sheet.started"), exitsMs };
}

interface Event {
  readonly type: string;
  readonly at: number;
}

function medianOf(taken: readonly Taken[]): number {
  return median(taken.map(({ endsMs }) => endsMs));
}

function shown(taken: readonly Taken[]): readonly string[] {
  const slowest = Math.max(...taken.map(({ endsMs }) => endsMs));
  return [medianOf(taken), slowest, median(taken.map(({ exitsMs }) => exitsMs))].map((ms) => `${ms.toFixed(0)} ms`);
}
