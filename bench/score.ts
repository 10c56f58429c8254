import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";
import type { Once } from "./score/once.ts";
import { type Kind, kinds, scoreText } from "./score/scores.ts";

const sizes = [100, 1_000, 10_000] as const;
const limits = { ms: 2_000, megabytes: 300, growth: 2 };

/** How a process is asked to measure itself once: the first argument of this program. */
export const onceWord = "score-once";

/** Loading, expanding and rendering large scores, each in a fresh process, beside the parser of YAML alone. */
export const score: Part = {
  name: "score",
  summary: "scores of 100 to 10,000 sheets, from the file to the last prompt, beside parsing them as YAML",
  defaultRounds: 5,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const seen = await measureAll(folder, rounds);
      say(`Node ${process.versions.node}, ${rounds} rounds by turns, each in a fresh process; medians`);
      return { ratio: Math.max(...kinds.flatMap((kind) => judge(kind, seen, say))), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Seen = ReadonlyMap<string, readonly Once[]>;

async function measureAll(folder: string, rounds: number): Promise<Seen> {
  const seen = new Map<string, Once[]>();
  const contenders = kinds.flatMap((kind) =>
    sizes.flatMap((sheets) => {
      const path = join(folder, `${kind}-${sheets}.yaml`);
      writeFileSync(path, scoreText(kind, sheets));
      return (["tutti", "yaml"] as const).map((how) => [nameOf(how, kind, sheets), () => runOnce(how, path)] as const);
    }),
  );
  const keeping = contenders.map(([name, run]) => [
    name,
    async () => {
      const once = await run();
      const list = seen.get(name);
      if (list === undefined) seen.set(name, [once]);
      else list.push(once);
    },
  ]);
  // Every process measures itself, so that the start of Node does not count; the turns are what is wanted here.
  await measure(Object.fromEntries(keeping) as Record<string, () => Promise<void>>, { rounds, warmUps: 0 });
  return seen;
}

function nameOf(how: "tutti" | "yaml", kind: Kind, sheets: number): string {
  return `${how} ${kind} ${sheets}`;
}

/** Each figure as a share of what it may be. */
function judge(kind: Kind, seen: Seen, say: (line: string) => void): readonly number[] {
  const middle = (how: "tutti" | "yaml", sheets: number, of: "ms" | "megabytes"): number =>
    median((seen.get(nameOf(how, kind, sheets)) ?? []).map((once) => once[of]));
  const perSheet = sizes.map((sheets) => middle("tutti", sheets, "ms") / sheets);
  const largest = sizes.at(-1) ?? 0;
  const ms = middle("tutti", largest, "ms");
  const megabytes = middle("tutti", largest, "megabytes");
  const growth = growthOf(perSheet);
  say(
    `  ${kind}, ${largest} sheets: ${ms.toFixed(0)} ms (at most ${limits.ms}), ${megabytes.toFixed(0)} MB (at most ${limits.megabytes})`,
  );
  say(
    `    YAML alone: ${middle("yaml", largest, "ms").toFixed(0)} ms, ${middle("yaml", largest, "megabytes").toFixed(0)} MB`,
  );
  const costs = perSheet.map((cost, place) => `${(cost * 1_000).toFixed(0)} µs with ${String(sizes[place])}`);
  say(
    `    a sheet costs ${costs.join(", ")}: × ${growth.toFixed(2)} at most from a size to a larger one (at most ${limits.growth})`,
  );
  return [ms / limits.ms, megabytes / limits.megabytes, growth / limits.growth];
}

/** By how much a sheet's cost rises, at most, from a score to a larger one. */
function growthOf(costs: readonly number[]): number {
  return Math.max(...costs.flatMap((cost, place) => costs.slice(place + 1).map((later) => later / cost)));
}

/** In a process of its own: nothing is warm, and the memory is that of this score alone. */
function runOnce(how: "tutti" | "yaml", path: string): Promise<Once> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [process.argv[1] ?? "", onceWord, how, path], (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as Once);
      else reject(new Error(`${how} ${path}: ${stderr}`));
    });
  });
}
