import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { readChanges } from "../git/changes.ts";
import { readCheckouts } from "../git/checkouts.ts";
import { requireOk } from "../git/git.ts";
import { isAncestor, readCommit } from "../git/refs.ts";
import { settleFiles } from "./checkout-files.ts";
import type { LandingHands } from "./hands.ts";
import { type IndexIntent, lockIn, readLeftLock } from "./index-lock.ts";

/**
 * Finishes what an earlier Tutti was doing in a checkout of the user's when it died. Its words in `index.lock` say what;
 * the ref says whether the move counts: if it stands at the new commit the files follow, else they go back.
 */
export async function recoverCheckouts(hands: LandingHands): Promise<number> {
  let recovered = 0;
  for (const checkout of await readCheckouts(hands.git, hands.store.repository.commonDir)) {
    const exit = await hands.git.ask(checkout.path, ["rev-parse", "--absolute-git-dir"]);
    const gitDir = requireOk(exit, "finding a checkout").toString("utf8").trim();
    const left = await readLeftLock(gitDir);
    // A lock of another home's Tutti may be alive; only our own earlier selves are known to be dead.
    if (left === undefined || homeOf(left.owner) !== homeOf(hands.owner) || left.owner === hands.owner) continue;
    await finishMove(hands, gitDir, left);
    recovered += 1;
  }
  return recovered;
}

/** Brings files and index to where the ref stands, then gives the lock back. Doing it again is harmless. */
export async function finishMove(hands: LandingHands, gitDir: string, left: IndexIntent): Promise<void> {
  const now = await readCommit(hands.git, gitDir, left.ref);
  const happened = now !== undefined && (await isAncestor(hands.git, gitDir, { older: left.to, newer: now }));
  const index = join(hands.scratch, `recover-${hands.owner}.index`);
  await rm(index, { force: true });
  await copyFile(join(gitDir, "index"), index).catch(() => undefined);
  const changes = await readChanges(hands.git, hands.store.repository.commonDir, left);
  await settleFiles(hands.git, { gitDir, workTree: left.path, index }, { changes, side: happened ? "to" : "from" });
  const lock = lockIn(gitDir);
  await lock.replaceIndex(index);
  // The lock goes last: it alone makes the next start look here.
  await rm(join(gitDir, "index.lock.tutti"), { force: true });
  await lock.release();
}

function homeOf(owner: string): string {
  return owner.slice(0, owner.lastIndexOf("."));
}
