import { join } from "node:path";
import type { CommitSha } from "../../base/ids.ts";
import { type Change, readChanges } from "../../git/changes.ts";
import { requireOk } from "../../git/git.ts";
import { readCommit, readHeadRef, swapRef } from "../../git/refs.ts";
import { settleFiles } from "./files.ts";
import { finishMove } from "./recovery.ts";
import { operationUnderWay } from "./state.ts";
import { copyIndex, scratchIndex } from "./copy-index.ts";
import type { PublishHands } from "../hands.ts";
import { findInTheWay } from "./in-the-way.ts";
import { type HeldIndexLock, type IndexIntent, readLeftLock, takeIndexLock } from "./index-lock.ts";
import type { PublishOutcome } from "../ground.ts";

/** A checkout of the user's that has the target checked out. */
export interface CheckoutPlace {
  readonly gitDir: string;
  readonly path: string;
  readonly ref: string;
}

/**
 * Moves ref, index and files of the user's checkout together. All of it happens under the checkout's own `index.lock`:
 * no git command of the user's can commit a stale index over what lands. Work happens on a private copy of the index, as
 * `read-tree -m -u` does it: changes of the user's in files that the landing does not touch stay as they are, and if one
 * is in the way nothing is touched at all.
 */
export async function advanceCheckout(hands: PublishHands, place: CheckoutPlace, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  const { gitDir } = place;
  const busy = await operationUnderWay(gitDir);
  if (busy !== undefined) return { kind: "blocked", why: `${place.path} is in the middle of a ${busy}` };
  const changes = await readChanges(hands.git, hands.store.repository.commonDir, step);
  const intent: IndexIntent = { owner: hands.owner, ref: place.ref, path: place.path, from: step.from, to: step.to };
  const lock = await takeIndexLock(gitDir, hands.world, intent);
  if (lock === undefined) return { kind: "blocked", why: `${join(gitDir, "index.lock")} exists: another git is at work there, or one was killed` };
  try {
    const outcome = await underLock(hands, { place, gitDir, step, changes, lock });
    await lock.release();
    return outcome;
  } catch (error) {
    // A git that was killed or could not start leaves ref, index and files apart. If they can't be brought together now,
    // the lock stays, and the next start does it.
    const left = await readLeftLock(gitDir);
    if (left !== undefined) await finishMove(hands, gitDir, left).catch(() => undefined);
    throw error;
  }
}

interface Advance {
  readonly place: CheckoutPlace;
  readonly gitDir: string;
  readonly step: { readonly from: CommitSha; readonly to: CommitSha };
  readonly changes: readonly Change[];
  readonly lock: HeldIndexLock;
}

async function underLock(hands: PublishHands, advance: Advance): Promise<PublishOutcome> {
  const { place, gitDir, step, changes, lock } = advance;
  if ((await readHeadRef(hands.git, gitDir)) !== place.ref || (await readCommit(hands.git, gitDir, place.ref)) !== step.from) return { kind: "moved" };
  const index = scratchIndex(hands, gitDir, "checkout");
  const checkout = { gitDir, workTree: place.path, index };
  await copyIndex(join(gitDir, "index"), index);
  // Stat data may be stale without any change of content; exit 1 only says that some files really differ.
  await hands.git.checkout({ ...checkout, args: ["update-index", "-q", "--refresh"] });
  const inTheWay = await findInTheWay(hands.git, checkout, changes);
  if (inTheWay !== undefined) return { kind: "blocked", why: inTheWay };
  const since = await lock.announceMove();
  const exit = await hands.git.checkout({ ...checkout, args: ["read-tree", "-m", "-u", step.from, step.to] });
  if (exit.code !== 0) {
    // A full disk may have stopped it half-way.
    await settleFiles(hands.git, checkout, { changes, side: "from", since });
    return { kind: "blocked", why: `git could not update ${place.path}: ${exit.stderr.trim().slice(0, 500)}` };
  }
  if (!(await swapRef(hands.git, gitDir, { ref: place.ref, next: step.to, expected: step.from, why: "tutti: land" }))) {
    requireOk(await hands.git.checkout({ ...checkout, args: ["read-tree", "-m", "-u", step.to, step.from] }), "putting the checkout back");
    return { kind: "moved" };
  }
  await lock.replaceIndex(index);
  return { kind: "published" };
}
