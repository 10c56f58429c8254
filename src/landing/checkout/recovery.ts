import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readChanges } from "../../git/diff/changes.ts";
import { readCheckouts } from "../../git/checkout/checkouts.ts";
import { isAncestor, readCommit } from "../../git/refs/refs.ts";
import { settleFiles } from "./files.ts";
import { copyIndex, scratchIndex } from "./copy-index.ts";
import type { PublishHands } from "../hands.ts";
import { type LeftLock, draftPath, homeOf, lockIn, readLeftLock } from "./index-lock.ts";

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
