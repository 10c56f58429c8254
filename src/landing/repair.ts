import { join } from "node:path";
import { readCheckouts } from "../git/checkout/checkouts.ts";
import { removeStaleLocks } from "../git/stale-locks.ts";
import { pinRef } from "../isolation/home/places.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import { recoverCheckouts } from "./checkout/recovery.ts";
import type { PublishHands } from "./hands.ts";

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
