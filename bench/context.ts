import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contender, type Yard, contenders, makeYard } from "./context/contenders.ts";
import { type Size, makeRepository, sizes } from "./context/repository.ts";
import { makeMany, measureWarm } from "./context/warm.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const crowds = [1, 4, 16] as const;
/**
 * A context that is made on the spot, to the faster git; one of a tree that waits, to `git worktree add`; a snapshot of
 * one in which nothing changed, to `git add -A`.
 */
const limits = { cold: 1.5, small: 1, medium: 0.1, large: 0.2, snapshot: 0.1 } as const;

/** What a task waits before it can begin, beside what git alone takes. */
export const context: Part = {
  name: "context",
  summary:
    "a ready context, made on the spot and of a tree that waits, beside `git worktree add` and `git clone --shared`",
  defaultRounds: 5,
  numbers: { largest: sizes.medium, contexts: 0 },
  run: async ({ rounds, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const asked = (Object.keys(sizes) as Size[]).filter((size) => sizes[size] <= (numbers["largest"] ?? 0));
    try {
      say(`Node ${process.versions.node}, ${rounds} rounds by turns; medians in ms, until all of them are ready`);
      const shares = [
        ...(await measureCold(folder, asked, { rounds, say })),
        ...(await measurePool(folder, asked, { rounds, say })),
        ...(await measureMany(folder, numbers["contexts"] ?? 0, say)),
      ];
      return { ratio: Math.max(...shares), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Order = { readonly rounds: number; readonly say: (line: string) => void };

/** Shares of the limits. */
async function measureCold(folder: string, asked: readonly Size[], { rounds, say }: Order): Promise<readonly number[]> {
  say(`| files | at once | ${contenders.join(" | ")} | clone to the faster git | worktree to the faster git |`);
  say(`|---|---|${"---|".repeat(contenders.length + 2)}`);
  const ratios: number[] = [];
  for (const size of asked.filter((one) => one !== "large"))
    ratios.push(...(await measureSize(join(folder, size), size, { rounds, say })));
  return ratios.map((ratio) => ratio / limits.cold);
}

async function measurePool(folder: string, asked: readonly Size[], { rounds, say }: Order): Promise<readonly number[]> {
  say("");
  say(
    "| files | git worktree add | warm | warm, 10 files away | warm, of a used one | warm to by hand | limit | git add -A | snapshot, unchanged | to by hand |",
  );
  say(`|${"---|".repeat(10)}`);
  const shares: number[] = [];
  for (const size of asked) {
    const place = join(folder, `warm-${size}`);
    const { byHand, warm, moved, again, add, snapshot } = await measureWarm(
      place,
      await makeRepository(place, size),
      rounds,
    );
    const times = [byHand, warm, moved, again].map((ms) => ms.toFixed(1));
    const looks = [add.toFixed(1), snapshot.toFixed(1), (snapshot / add).toFixed(2)];
    say(`| ${[sizes[size], ...times, (warm / byHand).toFixed(3), limits[size], ...looks].join(" | ")} |`);
    shares.push(warm / byHand / limits[size], snapshot / add / limits.snapshot);
  }
  return shares;
}

async function measureMany(folder: string, count: number, say: Order["say"]): Promise<readonly number[]> {
  if (count === 0) return [];
  const place = join(folder, "many");
  const { failed, ms } = await makeMany(place, await makeRepository(place, "small"), count);
  say("");
  say(`${count} contexts of ${sizes.small} files, 16 at once: ${failed} failed, ${(ms / count).toFixed(1)} ms each`);
  return [failed === 0 ? 0 : Infinity];
}

/** The ratio of a clone, which is what a score gets that says nothing, for each number at once. */
async function measureSize(
  folder: string,
  size: Size,
  order: { rounds: number; say: (line: string) => void },
): Promise<readonly number[]> {
  const yard = makeYard(folder, await makeRepository(folder, size));
  const ratios: number[] = [];
  for (const atOnce of crowds) {
    const times = await measure(asked(yard, atOnce), { rounds: order.rounds, warmUps: 1, between: () => yard.clear() });
    const middle = (name: Contender): number => median(times[name]);
    const faster = Math.min(middle("git worktree add"), middle("git clone --shared"));
    const [clone, worktree] = [middle("tutti clone") / faster, middle("tutti worktree") / faster];
    ratios.push(clone);
    const cells = [
      sizes[size],
      atOnce,
      ...contenders.map((name) => middle(name).toFixed(0)),
      clone.toFixed(2),
      worktree.toFixed(2),
    ];
    order.say(`| ${cells.join(" | ")} |`);
  }
  if (yard.failures() > 0) order.say(`\`git worktree add\` failed ${yard.failures()} times and was tried again`);
  return ratios;
}

function asked(yard: Yard, atOnce: number): Record<Contender, () => Promise<void>> {
  return Object.fromEntries(contenders.map((name) => [name, () => yard.make(name, atOnce)])) as Record<
    Contender,
    () => Promise<void>
  >;
}
