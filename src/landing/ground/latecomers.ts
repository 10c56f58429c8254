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
 * Brings along the checkouts that came onto a branch while it moved: their git had read where it stood before. Why one
 * can't be brought along, in words; `undefined` when all is well.
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

/**
 * A rebase that began where the branch stood before will find at its end that it moved, and give up: in words where it
 * is.
 */
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
/** A git that takes longer than this is seen to when the branch is looked at the next time. */
const tries = 250;

/** The same once more, when every git that began its work in the moment of the move is done. */
export async function lookAgain(
  hands: PublishHands,
  { worktrees, ...moved }: Moved & { readonly worktrees: readonly Worktree[] },
): Promise<string | undefined> {
  const { repository } = hands.store;
  let [busy, unfinished] = await Promise.all([locksOf(worktrees), listUnfinished(repository)]);
  for (let count = 0; busy.size + unfinished.length > 0 && count < tries; count += 1) {
    await new Promise<void>((resolve) => hands.world.after(pauseMs, resolve));
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
  const intent = { owner: hands.owner, ref: moved.ref, path: "", from, to: from };
  const taken = await takeLocks(hands, { worktrees, occupied: undefined, intent });
  if (taken.kind === "busy") return undefined;
  const locks = new Map(taken.locks);
  try {
    return await bringAlong(hands, { ...moved, locks });
  } finally {
    await releaseAll(locks);
  }
}

/** The locks that are held now, each with what tells it from the next one at its place. */
async function locksOf(worktrees: readonly Worktree[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { gitDir } of worktrees) {
    const stats = await lstat(lockPath(gitDir)).catch(() => undefined);
    if (stats !== undefined) found.set(lockPath(gitDir), stats.ino);
  }
  return found;
}

/** Where a branch of one queue stood lately, and who has been seen on it. */
interface Latecomers {
  /** It was moved away from here. */
  note(from: CommitSha): void;
  /** Brings along who came onto it since, from where it stood then. */
  look(): Promise<void>;
  /**
   * Brings along who has the files of one of these, the oldest first: whoever moved the branch on from there died
   * before it could.
   */
  bring(earlier: readonly CommitSha[]): Promise<void>;
}

/** A checkout of many files takes its time between reading a branch and standing on it. */
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
    if (why !== undefined) hands.notice?.(behind(ref, why));
  };
  return {
    bring: async (earlier) => {
      if (!(await isUnoccupied(hands.store.repository.commonDir, ref))) await bring(earlier);
    },
    note: (from) => {
      steps = [...steps, { from, at: hands.world.ticks() }].slice(-mostRemembered);
    },
    look: async () => {
      const isFree = await isUnoccupied(hands.store.repository.commonDir, ref);
      const isNew = wasFree && !isFree;
      wasFree = isFree;
      steps = steps.filter(({ at }) => hands.world.ticks() - at < rememberedMs);
      if (!isNew || steps.length === 0) return;
      await bring(steps.map(({ from }) => from));
    },
  };
}

export function behind(ref: string, why: string): string {
  return `a checkout came onto ${ref} while a result landed there, and has the files from before: ${why}. Look at git diff --cached before you commit there`;
}
