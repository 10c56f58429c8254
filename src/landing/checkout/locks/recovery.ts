import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readChanges } from "../../../git/diff/changes.ts";
import { readCheckouts } from "../../../git/checkout/checkouts.ts";
import { isAncestor, readCommit } from "../../../git/refs/refs.ts";
import { settleFiles } from "../files.ts";
import { copyIndex, scratchIndex } from "../worktrees.ts";
import type { PublishHands } from "../../hands.ts";
import { type LeftLock, draftPath, homeOf, lockIn, readLeftLock } from "./index-lock.ts";
import { removeStaleLocks } from "../../../git/stale-locks.ts";
import { pinRef } from "../../../isolation/home/places.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";

/**
 * Finishes what an earlier Tutti was doing in a checkout of the user's when it died. Its words in `index.lock` say
 * what; the ref says whether the move counts: if it stands at the new commit the files follow, else they go back.
 */
export async function recoverCheckouts(hands: PublishHands): Promise<number> {
  let recovered = 0;
  for (const { gitDir } of await readCheckouts(hands.git, hands.store.repository)) {
    const left = await readLeftLock(gitDir);
    // A lock of another home's Tutti may be alive; only our own earlier selves are known to be dead.
    if (left === undefined || homeOf(left.intent.owner) !== homeOf(hands.owner) || left.intent.owner === hands.owner)
      continue;
    await finishMove(hands, gitDir, left);
    recovered += 1;
  }
  return recovered;
}

/**
 * Brings files and index to where the ref stands, if they had begun to move, then gives the lock back. Doing it again
 * is harmless.
 */
export async function finishMove(hands: PublishHands, gitDir: string, left: LeftLock): Promise<void> {
  const lock = lockIn(gitDir);
  if (left.stage === "moving") await lock.replaceIndex(await settled(hands, gitDir, left));
  // The lock goes last: it alone makes the next start look here.
  await rm(draftPath(gitDir, left.intent.owner), { force: true });
  await lock.release();
}

/** Puts the files to the side that the ref stands on; the index that goes with them. */
async function settled(hands: PublishHands, gitDir: string, { intent, at }: LeftLock): Promise<string> {
  const now = await readCommit(hands.git, gitDir, intent.ref);
  const happened = now !== undefined && (await isAncestor(hands.git, gitDir, { older: intent.to, newer: now }));
  const index = scratchIndex(hands, gitDir, "recover");
  await copyIndex(join(gitDir, "index"), index);
  const changes = await readChanges(hands.git, hands.store.repository.commonDir, intent);
  await settleFiles(
    hands.git,
    { gitDir, workTree: intent.path, index },
    { changes, side: happened ? "to" : "from", since: at },
  );
  return index;
}

export interface Repair {
  readonly job: Job;
  /** Whether the Tutti that played the job last died doing so: only then can a lock be one of its git calls'. */
  readonly isInterrupted: boolean;
  readonly startedAt: number;
  readonly notice: (text: string) => void;
}

/** Puts right what a killed Tutti left in the user's repository: locks of its git calls, and a half-moved checkout. */
export async function repairRepository(hands: PublishHands, repair: Repair): Promise<void> {
  await removeDeadLocks(hands, repair);
  await recoverCheckouts(hands);
}

/** Only those that are older than this process: other jobs may be landing here. */
export async function removeDeadLocks(hands: PublishHands, repair: Repair): Promise<void> {
  if (!repair.isInterrupted) return;
  const { paths, folders } = await lockPaths(hands, repair.job);
  const doubtful = await removeStaleLocks(paths, hands.world, { startedAt: repair.startedAt, folders });
  for (const path of doubtful) repair.notice(`${path} exists and its owner may be alive: it stays`);
}

/**
 * Every lock that a git call of ours may leave in the user's repository, and the folders a git at work there would be
 * in.
 */
async function lockPaths(
  hands: PublishHands,
  job: Job,
): Promise<{ paths: readonly string[]; folders: readonly string[] }> {
  const { repository } = hands.store;
  const checkouts = await readCheckouts(hands.git, repository);
  const refs = [job.target, landingRef(job), "refs/tutti/receipts", pinRef(job.id)].filter((ref) => ref !== null);
  const gitDirs = new Set([repository.commonDir, ...checkouts.map((checkout) => checkout.gitDir)]);
  return {
    paths: [
      ...refs.map((ref) => join(repository.commonDir, `${ref}.lock`)),
      join(repository.commonDir, "packed-refs.lock"),
      ...[...gitDirs].map((gitDir) => join(gitDir, "HEAD.lock")),
    ],
    folders: [...gitDirs, ...checkouts.flatMap((checkout) => checkout.path ?? [])],
  };
}
