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
 * Finishes what a dead Tutti was doing in the user's checkout. Its `index.lock` says what; the ref decides: at the new
 * commit the files follow, else they go back.
 */
export async function recoverCheckouts(hands: PublishHands): Promise<number> {
  let recovered = 0;
  for (const { gitDir } of await readCheckouts(hands.git, hands.store.repository)) {
    const left = await readLeftLock(gitDir);
    // Another home's Tutti may be alive; only our own earlier ones are known to be dead.
    if (
      left === undefined ||
      homeOf(left.intent.owner) !== homeOf(hands.self.owner) ||
      left.intent.owner === hands.self.owner
    )
      continue;
    await finishMove(hands, gitDir, left);
    recovered += 1;
  }
  return recovered;
}

/** Brings files and index to the ref, if they had begun to move, then releases the lock. Repeatable. */
export async function finishMove(hands: PublishHands, gitDir: string, left: LeftLock): Promise<void> {
  const lock = lockIn(gitDir);
  if (left.stage === "moving") await lock.replaceIndex(await settled(hands, gitDir, left));
  // The lock goes last: only it makes the next start look here.
  await rm(draftPath(gitDir, left.intent.owner), { force: true });
  await lock.release();
}

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
  /** The Tutti that ran the job last died: only then can a lock be one of its git calls'. */
  readonly isInterrupted: boolean;
  readonly startedAt: number;
  readonly notice: (text: string) => void;
}

/** Repairs the user's repository after a killed Tutti: locks of its git calls, and a half-moved checkout. */
export async function repairRepository(hands: PublishHands, repair: Repair): Promise<void> {
  await removeDeadLocks(hands, repair);
  await recoverCheckouts(hands);
}

/** Only those older than this process: other jobs may be landing. */
export async function removeDeadLocks(hands: PublishHands, repair: Repair): Promise<void> {
  if (!repair.isInterrupted) return;
  const { paths, folders } = await lockPaths(hands, repair.job);
  const doubtful = await removeStaleLocks(paths, hands.self.world, { startedAt: repair.startedAt, folders });
  for (const path of doubtful) repair.notice(`${path} exists and its owner may be alive: it stays`);
}

/** Locks that our git calls may leave, and the folders where a git could work. */
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
