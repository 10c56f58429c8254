import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureFlatness } from "./landing/flat.ts";
import { type Size, git, sizes } from "./landing/repository.ts";
import { type Way, openYard, ways } from "./landing/yard.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

/**
 * Landings a second, to those of a loop of three git processes for each; and what a landing may cost more when many
 * have landed before.
 */
const targets: Readonly<Record<Size, number>> & { readonly growth: number } = {
  small: 5,
  medium: 5,
  large: 2.5,
  growth: 1.2,
};

/**
 * Results that are there already, each of one file, through the real queue, beside ways to land them with git alone.
 */
export const landing: Part = {
  name: "landing",
  summary:
    "results that wait, landed without gates on 100, 3,000 and 60,000 files, beside three ways with git alone; --before 10000 to see it stay as fast",
  defaultRounds: 3,
  defaultCount: 250,
  numbers: { before: 1_000, files: 60_000 },
  run: async ({ rounds, count, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      say(
        `Node ${process.versions.node}, ${await git(folder, ["version"])}, ${rounds} rounds by turns, ${count} results of one file each, all on one commit`,
      );
      say(
        "git alone syncs as it does by itself (packs and refs, no loose objects); Tutti syncs all of it, and its journal",
      );
      say("| files | way | landings a second (median) | slowest and fastest | Tutti to it |");
      say("|---|---|---|---|---|");
      const shares: number[] = [];
      for (const size of (Object.keys(sizes) as Size[]).filter(
        (name) => sizes[name].files <= (numbers["files"] ?? Infinity),
      )) {
        shares.push(targets[size] / (await measureSize(join(folder, size), size, { rounds, count, say })));
        rmSync(join(folder, size), { recursive: true, force: true });
      }
      shares.push(
        (await flatness(join(folder, "flat"), { rounds, before: numbers["before"] ?? 0, say })) / targets.growth,
      );
      return { ratio: Math.max(...shares), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Order {
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Tutti's landings a second to those of the loop. */
async function measureSize(folder: string, size: Size, order: Order & { readonly count: number }): Promise<number> {
  const { files } = sizes[size];
  const yard = await openYard(folder, sizes[size], order.count);
  const times = new Map<Way, number[]>(ways.map((way) => [way, []]));
  const contenders = Object.fromEntries(
    ways.map((way) => [way, async () => void times.get(way)?.push(await yard.land(way))]),
  );
  // Each measures itself, without what it needs to begin with; the turns are what is wanted here.
  await measure(contenders, { rounds: order.rounds + 1, warmUps: 0 });
  const of = (way: Way): readonly number[] => (times.get(way) ?? []).slice(1);
  // Of the times in each round: what slows a round down slows all that take part in it.
  const ratioTo = (way: Way): number => median(of(way).map((ms, round) => ms / (of("Tutti")[round] ?? Number.NaN)));
  for (const way of ways) {
    const rates = of(way).map((ms) => 1000 / ms);
    const spread = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
    order.say(
      `| ${[files, way, median(rates).toFixed(0), spread, way === "Tutti" ? "" : ratioTo(way).toFixed(2)].join(" | ")} |`,
    );
  }
  return ratioTo("merge-tree loop");
}

async function flatness(folder: string, order: Order & { readonly before: number }): Promise<number> {
  const { few, many } = await measureFlatness(folder, order);
  const growth = median(many.map((ms, round) => ms / (few[round] ?? Number.NaN)));
  const [one, other] = [few, many].map((times) => median(times).toFixed(2));
  order.say(
    `a landing after 10: ${one ?? ""} ms; after ${String(order.before)}: ${other ?? ""} ms, ${growth.toFixed(2)} times as much (at most ${String(targets.growth)})`,
  );
  return growth;
}
