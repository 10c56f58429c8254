import { join } from "node:path";
import { readCheckouts } from "../git/checkouts.ts";
import { requireOk } from "../git/git.ts";
import { removeStaleLocks } from "../git/stale-locks.ts";
import { pinRef } from "../isolation/places.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import { recoverCheckouts } from "./checkout-recovery.ts";
import type { LandingHands } from "./hands.ts";

/** Puts right what a killed Tutti left in the user's repository: locks of its git calls, and a half-moved checkout. */
export async function repairRepository(hands: LandingHands, what: { job: Job; startedAt: number; notice: (text: string) => void }): Promise<void> {
  const doubtful = await removeStaleLocks(await lockPaths(hands, what.job), hands.world, what.startedAt);
  for (const path of doubtful) what.notice(`${path} exists and its owner may be alive: it stays`);
  await recoverCheckouts(hands);
}

/** Every lock that a git call of ours may leave in the user's repository. */
async function lockPaths(hands: LandingHands, job: Job): Promise<readonly string[]> {
  const { commonDir } = hands.store.repository;
  const refs = [job.target, landingRef(job), "refs/tutti/receipts", pinRef(job.id)];
  const heads = await Promise.all(
    (await readCheckouts(hands.git, commonDir)).map(async (checkout) => {
      const exit = await hands.git.ask(checkout.path, ["rev-parse", "--absolute-git-dir"]);
      return join(requireOk(exit, "finding a checkout").toString("utf8").trim(), "HEAD.lock");
    }),
  );
  return [...new Set([...refs.map((ref) => join(commonDir, `${ref}.lock`)), join(commonDir, "HEAD.lock"), join(commonDir, "packed-refs.lock"), ...heads])];
}
