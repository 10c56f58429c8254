import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchHome, killAll, makeBenchHome, requireTutti } from "./conductor/home.ts";
import { git } from "./context/repository.ts";
import { type History, makeHistory } from "./growth/history.ts";
import { type Moments, liveThrough, moments, momentWords } from "./growth/moments.ts";
import { measureSheets } from "./growth/sheets.ts";
import { measure, median } from "./measure.ts";
import type { Part, PartOrder } from "./part.ts";

const limits = { history: 1.5, sheets: 1.2 };

/** What a home costs that has been in use for long, and a sheet of a job that has thousands. */
export const growth: Part = {
  name: "growth",
  summary:
    "start, end, status and list in an empty home and in one with a history; a sheet in jobs of 10 and of thousands",
  defaultRounds: 5,
  numbers: { jobs: 200, kept: 500, trash: 2_000, rows: 100_000, files: 20, sheets: 5_000 },
  run: async (order) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const { sheets = 0, jobs = 0 } = order.numbers;
      const shares = [
        ...(jobs === 0 ? [] : [await measureHistory(folder, order)]),
        ...(sheets === 0 ? [] : [await measureMany(join(folder, "sheets"), sheets, order.say)]),
      ];
      return { ratio: Math.max(...shares), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The worst of all moments, as a share of what it may be. */
async function measureHistory(folder: string, { rounds, numbers, say }: PartOrder): Promise<number> {
  const { jobs = 1, kept = 0, trash = 0, rows = 0, files = 0 } = numbers;
  const homes = {
    empty: await makeHome(join(folder, "empty"), files),
    grown: await makeHome(join(folder, "grown"), files),
  };
  const history: History = { jobs, kept, trash, rows };
  await makeHistory(homes.grown, history);
  const seen: Readonly<Record<keyof typeof homes, Moments[]>> = { empty: [], grown: [] };
  try {
    await Promise.all(Object.values(homes).map((home) => requireTutti(home, ["start"])));
    // Each measures itself; the turns are what is wanted here.
    const take = async (name: keyof typeof homes): Promise<void> =>
      void seen[name].push(await liveThrough(homes[name]));
    await measure({ empty: () => take("empty"), grown: () => take("grown") }, { rounds, warmUps: 1 });
  } finally {
    for (const home of Object.values(homes)) await killAll(home);
  }
  say(
    `Node ${process.versions.node}, ${String(rounds)} rounds by turns after one that does not count; ${Object.entries({
      ...history,
      files,
    })
      .map(([what, count]) => `${String(count)} ${what}`)
      .join(", ")}`,
  );
  say("| | empty home | with a history | ratio |");
  say("|---|---|---|---|");
  const ratios = moments.map((moment) => {
    const middle = (name: keyof typeof homes): number => median(seen[name].slice(1).map((one) => one[moment]));
    const ratio = middle("grown") / middle("empty");
    say(
      `| ${momentWords[moment]} | ${middle("empty").toFixed(0)} ms | ${middle("grown").toFixed(0)} ms | ${ratio.toFixed(2)} |`,
    );
    return ratio;
  });
  return Math.max(...ratios) / limits.history;
}

async function makeHome(folder: string, files: number): Promise<BenchHome> {
  const home = await makeBenchHome(folder);
  for (let number = 0; number < files; number += 1)
    writeFileSync(join(home.repository, `${String(number)}.txt`), `${String(number)}\n`);
  await git(home.repository, ["add", "--all"]);
  await git(home.repository, ["commit", "-q", "--allow-empty", "-m", "files"]);
  writeFileSync(
    join(folder, "one.yaml"),
    JSON.stringify({
      name: "one",
      agent: { command: ["sh", "-c", "date +%N > made"] },
      sheets: [{ id: "one", prompt: "make a file" }],
    }),
  );
  return home;
}

async function measureMany(folder: string, sheets: number, say: (line: string) => void): Promise<number> {
  const { few, many } = await measureSheets(folder, sheets);
  say("| sheets in a job | elapsed, each | CPU of the conductor, each |");
  say("|---|---|---|");
  for (const cost of [few, many])
    say(`| ${String(cost.sheets)} | ${cost.elapsedMs.toFixed(1)} ms | ${cost.cpuMs.toFixed(1)} ms |`);
  const [elapsed, cpu] = [many.elapsedMs / few.elapsedMs, many.cpuMs / few.cpuMs];
  say(`a sheet costs ${elapsed.toFixed(2)} times as much (CPU ${cpu.toFixed(2)}; at most ${String(limits.sheets)})`);
  return elapsed / limits.sheets;
}
