import { lstat } from "node:fs/promises";
import type { CommitSha } from "../../base/ids.ts";
import { readCheckouts } from "../../git/checkout/checkouts.ts";
import { catchUp } from "../checkout/advance.ts";
import { type HeldIndexLock, lockPath } from "../checkout/locks/index-lock.ts";
import { isUnoccupied, rebaseUnderWay } from "../checkout/occupied.ts";
import { releaseAll, takeLocks, takeOut } from "../checkout/locks/take-locks.ts";
import { type Worktree, listUnfinished, listWorktrees } from "../checkout/worktrees.ts";
import type { LandingHands, PublishHands } from "../hands.ts";

/** A branch, and where it stood lately, the oldest first. */
interface Moved {
  readonly ref: string;
  readonly earlier: readonly CommitSha[];
}

/**
 * Moves checkouts along that entered a branch while it moved: their git had read it before. Returns why one can't
 * follow; `undefined`: all did.
 */
export async function bringAlong(
  hands: PublishHands,
  { ref, earlier, locks }: Moved & { readonly locks: Map<string, HeldIndexLock> },
): Promise<string | undefined> {
  if (await isUnoccupied(hands.store.repository.commonDir, ref)) return undefined;
  for (const { gitDir, path, branch } of await readCheckouts(hands.git, hands.store.repository)) {
    const lock = branch === ref && path !== undefined ? takeOut(locks, gitDir) : undefined;
    if (path === undefined || lock === undefined) continue;
    const outcome = await catchUp(hands, { place: { gitDir, path, ref }, lock }, earlier);
    if (outcome?.kind === "blocked") return outcome.why;
  }
  return undefined;
}

/** A rebase that began at the old commit finds at its end that the branch moved, and gives up. */
export async function rebaseFrom(
  worktrees: readonly Worktree[],
  at: { readonly ref: string; readonly from: CommitSha },
): Promise<string | undefined> {
  for (const { gitDir, path } of worktrees) {
    const rebase = await rebaseUnderWay(gitDir);
    if (rebase?.branch === at.ref && rebase.from === at.from)
      return `${path} is in the middle of a rebase of this branch`;
  }
  return undefined;
}

const pauseMs = 20;
/** A slower git is handled at the next look at the branch. */
const tries = 250;

/** The same again, once every git that began during the move is done. */
export async function lookAgain(
  hands: PublishHands,
  { worktrees, ...moved }: Moved & { readonly worktrees: readonly Worktree[] },
): Promise<string | undefined> {
  const { repository } = hands.store;
  let [busy, unfinished] = await Promise.all([locksOf(worktrees), listUnfinished(repository)]);
  for (let count = 0; busy.size + unfinished.length > 0 && count < tries; count += 1) {
    await new Promise<void>((resolve) => hands.self.world.after(pauseMs, resolve));
    const [locks, still] = await Promise.all([locksOf(worktrees), listUnfinished(repository)]);
    busy = new Map([...busy].filter(([path, inode]) => locks.get(path) === inode));
    unfinished = unfinished.filter((gitDir) => still.includes(gitDir));
  }
  if (await isUnoccupied(hands.store.repository.commonDir, moved.ref)) return undefined;
  return bringAlongAlone(hands, { worktrees, ...moved });
}

async function bringAlongAlone(
  hands: PublishHands,
  { worktrees, ...moved }: Moved & { readonly worktrees: readonly Worktree[] },
): Promise<string | undefined> {
  const [from] = moved.earlier;
  if (from === undefined) return undefined;
  const intent = { owner: hands.self.owner, ref: moved.ref, path: "", from, to: from };
  const taken = await takeLocks(hands, { worktrees, occupied: undefined, intent });
  if (taken.kind === "busy") return undefined;
  const locks = new Map(taken.locks);
  try {
    return await bringAlong(hands, { ...moved, locks });
  } finally {
    await releaseAll(locks);
  }
}

/** Held locks, by inode. */
async function locksOf(worktrees: readonly Worktree[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { gitDir } of worktrees) {
    const stats = await lstat(lockPath(gitDir)).catch(() => undefined);
    if (stats !== undefined) found.set(lockPath(gitDir), stats.ino);
  }
  return found;
}

/** Earlier commits of a queue's branch, and checkouts seen on it. */
interface Latecomers {
  /** It was moved away from here. */
  note(from: CommitSha): void;
  /** Moves along those that entered since. */
  look(): Promise<void>;
  /** Moves along those that have the files of one of these, oldest first: the process that moved the branch died. */
  bring(earlier: readonly CommitSha[]): Promise<void>;
}

/** A checkout of many files takes long from reading a branch to entering it. */
const rememberedMs = 120_000;
const mostRemembered = 32;

export function makeLatecomers(hands: LandingHands, ref: string): Latecomers {
  let steps: readonly { readonly from: CommitSha; readonly at: number }[] = [];
  let wasFree = false;
  const bring = async (earlier: readonly CommitSha[]): Promise<void> => {
    const worktrees = await listWorktrees(hands.store.repository);
    const why = await hands.alone({ who: ref, cancel: new AbortController().signal }, () =>
      bringAlongAlone(hands, { ref, earlier, worktrees }),
    );
    if (why !== undefined) hands.self.notice?.(behind(ref, why));
  };
  return {
    bring: async (earlier) => {
      if (!(await isUnoccupied(hands.store.repository.commonDir, ref))) await bring(earlier);
    },
    note: (from) => {
      steps = [...steps, { from, at: hands.self.world.ticks() }].slice(-mostRemembered);
    },
    look: async () => {
      const isFree = await isUnoccupied(hands.store.repository.commonDir, ref);
      const isNew = wasFree && !isFree;
      wasFree = isFree;
      steps = steps.filter(({ at }) => hands.self.world.ticks() - at < rememberedMs);
      if (!isNew || steps.length === 0) return;
      await bring(steps.map(({ from }) => from));
    },
  };
}

export function behind(ref: string, why: string): string {
  return `a checkout came onto ${ref} while a result landed there, and has the files from before: ${why}. Look at git diff --cached before you commit there`;
}
