import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { isGitAtWork, isOtherGitAtWork } from "../../../git/stale-locks.ts";
import type { PublishHands } from "../../hands.ts";
import {
  type HeldIndexLock,
  type IndexIntent,
  homeOf,
  lockPath,
  readLeftLock,
  tryIndexLocks,
  wroteIndex,
} from "./index-lock.ts";
import { finishMove } from "./recovery.ts";
import { type Worktree, isThere, listUnfinished } from "../worktrees.ts";

/** `busy`: another git holds this lock, or one was killed while it did. */
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
/** git writes the index first and HEAD after it: one that wrote an index this lately may be about to write HEAD. */
const quietMs = 150;
/** On a busy machine it takes longer: a git whose index is this fresh is waited for as long as it runs. */
const freshMs = 5_000;
/** A lock this old that no git is at work for was left by one that was killed. */
const oldMs = 60_000;

/**
 * Takes the `index.lock` of every worktree, so that no git of the user's is between reading the branch and standing on
 * it while the branch moves. None is held while another is waited for. A forgotten lock in a worktree that has another
 * branch keeps nobody from landing.
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
      // Never moved under a git that is between its index and its branch, however long others follow it.
      if (count === triesInSilence) hands.notice?.(`landing on ${intent.ref} waits: a git is at work in ${gitDir}`);
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
        hands.notice?.(
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
  // Looked at first: the git that makes one would fail at a lock of ours.
  const [unfinished] = await listUnfinished(store.repository);
  if (unfinished !== undefined) return { kind: "busy", gitDir: unfinished, at: 0 };
  // A git that removes one deletes the files first. A lock of ours among what it deletes after them would make it fail.
  const there = await Promise.all(worktrees.map((one) => isThere(store.repository, one)));
  return tryIndexLocks(
    worktrees.filter((_, place) => there[place]).map((one) => one.gitDir),
    intent,
  );
}

/**
 * Whoever moves a checkout gives its lock back: by then it may be somebody else's. `undefined`: the worktree was
 * removed meanwhile.
 */
export function takeOut(locks: Map<string, HeldIndexLock>, gitDir: string): HeldIndexLock | undefined {
  const lock = locks.get(gitDir);
  locks.delete(gitDir);
  return lock;
}

export async function releaseAll(locks: ReadonlyMap<string, HeldIndexLock>): Promise<void> {
  await Promise.all([...locks.values()].map((lock) => lock.release()));
}

/**
 * How long until no git can be between its index and its HEAD or branch, in the worktree where that takes longest: git
 * writes the index first, and gives the lock back before it writes the others. Told by the file system's own clock. An
 * index that Tutti wrote does not count.
 */
async function busiest(
  locks: ReadonlyMap<string, HeldIndexLock>,
  worktrees: readonly Worktree[],
): Promise<readonly [gitDir: string, restMs: number]> {
  const rests = await Promise.all(
    [...locks.keys()].map(async (gitDir): Promise<number> => {
      const [lock, index] = await Promise.all(
        [lockPath(gitDir), join(gitDir, "index")].map((path) => lstat(path).catch(() => undefined)),
      );
      // One that has none yet, or that was removed just now.
      if (lock === undefined || index === undefined || wroteIndex(gitDir, index)) return 0;
      // Less than nothing where the index was written between the draft of our lock and its place.
      const ageMs = lock.mtimeMs - index.mtimeMs;
      if (Math.abs(ageMs) >= freshMs) return 0;
      if (ageMs < quietMs) return Math.ceil(quietMs - Math.max(0, ageMs));
      const folders = [gitDir, ...worktrees.filter((one) => one.gitDir === gitDir).map(({ path }) => path)];
      return (await isOtherGitAtWork(folders)) === true ? pauseMs : 0;
    }),
  );
  const restMs = Math.max(0, ...rests);
  return [[...locks.keys()][rests.indexOf(restMs)] ?? "", restMs];
}

/** A lock of this home's own that nobody holds any more: moves in one repository are made one by one. */
async function finishOwn(hands: PublishHands, gitDir: string): Promise<void> {
  const left = await readLeftLock(gitDir);
  if (left === undefined || homeOf(left.intent.owner) !== homeOf(hands.owner)) return;
  await finishMove(hands, gitDir, left).catch(() => undefined);
}

async function isForgotten({ gitDir, path }: Worktree, at: number): Promise<boolean> {
  const lock = await lstat(lockPath(gitDir)).catch(() => undefined);
  return lock !== undefined && at - lock.mtimeMs > oldMs && (await isGitAtWork([gitDir, path])) === false;
}

function pause({ world }: PublishHands, delayMs: number): Promise<void> {
  return new Promise((resolve) => world.after(delayMs, resolve));
}
