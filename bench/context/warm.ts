import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import type { Context } from "../../src/isolation/context.ts";
import { type PoolYard, commitFiles, openPoolYard } from "../../test/kit/pool-yard.ts";
import { measure, median } from "../measure.ts";
import { git } from "./repository.ts";

/** A context of a tree that waits, and what git alone takes, one at a time. */
export interface WarmTimes {
  readonly byHand: number;
  /** The tree is of the commit that is wanted. */
  readonly warm: number;
  /** It is of another commit, ten files away. */
  readonly moved: number;
  /** It was used, one file was changed in it, and the commit is the same. */
  readonly again: number;
  /** A snapshot of a context in which nothing changed, and `git add -A` in a worktree in which nothing did. */
  readonly snapshot: number;
  readonly add: number;
}

/** Medians in milliseconds. */
export async function measureWarm(folder: string, repository: string, rounds: number): Promise<WarmTimes> {
  const yard = await openPoolYard(join(folder, "pool"), repository, { trees: 2 });
  const old = commitFiles(repository, {});
  const changed = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`changed/file-${at}.ts`, `${at}\n`]));
  const next = commitFiles(repository, changed);
  let number = 0;
  let made: Context | undefined;
  const named = (): string => `task-${(number += 1)}`;
  const take = async (commit: CommitSha): Promise<void> => {
    made = await yard.make(named(), { commit });
  };
  const worktree = join(folder, "worktree");
  const clear = async (): Promise<void> => {
    const was = made;
    made = undefined;
    if (was !== undefined) await yard.leave(was);
    await rm(worktree, { recursive: true, force: true });
    await git(repository, ["worktree", "prune"]);
    await yard.settled();
  };
  const times = await measure(
    {
      byHand: () => git(repository, ["worktree", "add", "-q", "--detach", worktree, next]),
      warm: () => take(next),
      moved: () => take(next),
      again: () => take(next),
    },
    { rounds, warmUps: 1, between: clear, before: (name) => ready(yard, { name, old, next }) },
  );
  await git(repository, ["worktree", "add", "-q", "--detach", worktree, next]);
  const still = await yard.make(named(), { commit: next });
  const looks = await measure(
    { add: () => git(worktree, ["add", "-A"]), snapshot: () => yard.snapshot(still) },
    { rounds, warmUps: 1 },
  );
  await yard.pool.close();
  return {
    byHand: median(times.byHand),
    warm: median(times.warm),
    moved: median(times.moved),
    again: median(times.again),
    add: median(looks.add),
    snapshot: median(looks.snapshot),
  };
}

/** Brings the pool to where a turn begins. */
async function ready(
  yard: PoolYard,
  { name, old, next }: { readonly name: string; readonly old: CommitSha; readonly next: CommitSha },
): Promise<void> {
  if (name === "byHand") return;
  await yard.refill(name === "moved" ? old : next);
  if (name !== "again") return;
  const used = await yard.make("used", { commit: next });
  await yard.act(used, "echo 1 >>changed/file-1.ts");
  await yard.leave(used);
  await yard.settled();
}

/** Makes and leaves so many contexts, sixteen at once; how many failed. */
export async function makeMany(
  folder: string,
  repository: string,
  count: number,
): Promise<{ failed: number; ms: number }> {
  const yard = await openPoolYard(join(folder, "many"), repository, { trees: 16 });
  const commit = commitFiles(repository, {});
  let [left, failed] = [count, 0];
  const begun = performance.now();
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const at = left;
      await yard
        .make(`task-${at}`, { commit })
        .then((context) => yard.leave(context))
        .catch(() => (failed += 1));
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  const ms = performance.now() - begun;
  await yard.pool.close();
  await yard.settled();
  return { failed, ms };
}
