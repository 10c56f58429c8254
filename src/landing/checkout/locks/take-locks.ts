import { lstat } from "node:fs/promises";
import { isGitAtWork } from "../../../git/stale-locks.ts";
import type { PublishHands } from "../../hands.ts";
import { type HeldIndexLock, type IndexIntent, homeOf, lockPath, readLeftLock, tryIndexLocks } from "./index-lock.ts";
import { finishMove } from "./recovery.ts";
import { unsettledMs } from "./unsettled.ts";
import { type Worktree, isThere, listUnfinished } from "../worktrees.ts";

/** `busy`: another git holds it, or was killed holding it. */
type TakenLocks =
  | { readonly kind: "held"; readonly locks: ReadonlyMap<string, HeldIndexLock> }
  | { readonly kind: "busy"; readonly path: string };

interface Wish {
  readonly worktrees: readonly Worktree[];
  /** The one that has the branch checked out, if any. */
  readonly occupied: string | undefined;
  readonly intent: IndexIntent;
}

const tries = 200;
const pauseMs = 50;
/** After so many tries it is said what is waited for. */
const triesInSilence = 20;
/** A lock this old without a git at work was left by a killed one. */
const oldMs = 60_000;

/**
 * Takes the `index.lock` of every worktree, so that no git of the user's is between reading the branch and entering it
 * while it moves. None is held while another is awaited. A forgotten lock in a worktree of another branch does not stop
 * a landing.
 */
export async function takeLocks(hands: PublishHands, { worktrees, occupied, intent }: Wish): Promise<TakenLocks> {
  const spared = new Set<string>();
  let busy = "";
  for (let count = 0; count < tries; count += 1) {
    const wanted = worktrees.filter(({ gitDir }) => !spared.has(gitDir));
    const taken = await tryAll(hands, wanted, intent);
    if (taken.kind === "held") {
      const [gitDir, restMs] = await busiest(taken.locks, wanted);
      if (restMs === 0) return taken;
      await releaseAll(taken.locks);
      busy = lockPath(gitDir);
      // Never under a git that is between its index and its branch, however many follow.
      if (count === triesInSilence)
        hands.self.notice?.(`landing on ${intent.ref} waits: a git is at work in ${gitDir}`);
      await pause(hands, restMs);
      continue;
    }
    const holder = wanted.find(({ gitDir }) => gitDir === taken.gitDir);
    busy = lockPath(taken.gitDir);
    await finishOwn(hands, taken.gitDir);
    if (holder !== undefined && holder.gitDir !== occupied && (await isForgotten(holder, taken.at)))
      spared.add(holder.gitDir);
    else {
      if (count === triesInSilence)
        hands.self.notice?.(
          `landing on ${intent.ref} waits: ${busy} exists, so another git is at work there, or one was killed`,
        );
      await pause(hands, pauseMs);
    }
  }
  return { kind: "busy", path: busy };
}

async function tryAll(
  { store }: PublishHands,
  worktrees: readonly Worktree[],
  intent: IndexIntent,
): ReturnType<typeof tryIndexLocks> {
  // First: the git that adds a worktree would fail at our lock.
  const [unfinished] = await listUnfinished(store.repository);
  if (unfinished !== undefined) return { kind: "busy", gitDir: unfinished, at: 0 };
  // A git that removes a worktree deletes files first, and would fail at our lock among them.
  const there = await Promise.all(worktrees.map((one) => isThere(store.repository, one)));
  return tryIndexLocks(
    worktrees.filter((_, place) => there[place]).map((one) => one.gitDir),
    intent,
  );
}

/** The mover releases its own lock: by then it may be another's. `undefined`: the worktree was removed. */
export function takeOut(locks: Map<string, HeldIndexLock>, gitDir: string): HeldIndexLock | undefined {
  const lock = locks.get(gitDir);
  locks.delete(gitDir);
  return lock;
}

export async function releaseAll(locks: ReadonlyMap<string, HeldIndexLock>): Promise<void> {
  await Promise.all([...locks.values()].map((lock) => lock.release()));
}

async function busiest(
  locks: ReadonlyMap<string, HeldIndexLock>,
  worktrees: readonly Worktree[],
): Promise<readonly [gitDir: string, restMs: number]> {
  const rests = await Promise.all(
    [...locks.keys()].map((gitDir) =>
      unsettledMs(gitDir, [gitDir, ...worktrees.filter((one) => one.gitDir === gitDir).map(({ path }) => path)]),
    ),
  );
  const restMs = Math.max(0, ...rests);
  return [[...locks.keys()][rests.indexOf(restMs)] ?? "", restMs];
}

/** A stale lock of this home: moves in one repository are made one by one. */
async function finishOwn(hands: PublishHands, gitDir: string): Promise<void> {
  const left = await readLeftLock(gitDir);
  if (left === undefined || homeOf(left.intent.owner) !== homeOf(hands.self.owner)) return;
  await finishMove(hands, gitDir, left).catch(() => undefined);
}

async function isForgotten({ gitDir, path }: Worktree, at: number): Promise<boolean> {
  const lock = await lstat(lockPath(gitDir)).catch(() => undefined);
  return lock !== undefined && at - lock.mtimeMs > oldMs && (await isGitAtWork([gitDir, path])) === false;
}

function pause({ self: { world } }: PublishHands, delayMs: number): Promise<void> {
  return new Promise((resolve) => world.after(delayMs, resolve));
}
