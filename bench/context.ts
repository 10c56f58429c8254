import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contender, type Yard, contenders, makeYard } from "./context/contenders.ts";
import { type Size, makeRepository, sizes } from "./context/repository.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const crowds = [1, 4, 16] as const;

/** What a task waits before it can begin, beside what git alone takes; nothing is prepared in advance. */
export const context: Part = {
  name: "context",
  summary: "a ready context, 1, 4 and 16 at once, beside `git worktree add` and `git clone --shared`",
  defaultRounds: 5,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      say(`Node ${process.versions.node}, ${rounds} rounds by turns; medians in ms, until all of them are ready`);
      say(`| files | at once | ${contenders.join(" | ")} | clone to the faster git | worktree to the faster git |`);
      say(`|---|---|${"---|".repeat(contenders.length + 2)}`);
      const ratios: number[] = [];
      for (const size of Object.keys(sizes) as Size[])
        ratios.push(...(await measureSize(join(folder, size), size, { rounds, say })));
      return { ratio: Math.max(...ratios), target: { atMost: 1.5 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

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
