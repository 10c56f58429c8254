import type { CommitSha } from "../base/ids.ts";
import { readCheckouts } from "../git/checkouts.ts";
import { swapRef } from "../git/refs.ts";
import { transferObjects } from "../git/transfer.ts";
import { advanceCheckout } from "./checkout/advance.ts";
import { branchBeingRebased } from "./checkout/state.ts";
import type { LandingHands } from "./hands.ts";
import type { PublishOutcome } from "./outcome.ts";

declare const held: unique symbol;

/** Proof that nobody else of this Tutti moves the same target. Made only by the lander, which works one batch at a time. */
export interface LandingLock {
  readonly [held]: true;
  readonly ref: string;
}

/** Moves the target in the user's repository along a chain of commits from Tutti's store, in one step. */
export async function advanceTarget(hands: LandingHands, lock: LandingLock, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  const { commonDir } = hands.store.repository;
  await transferObjects(hands.git, { from: hands.store.gitDir, to: commonDir, scratch: hands.scratch }, { tips: [step.to], known: [step.from] });
  const all = await readCheckouts(hands.git, hands.store.repository);
  for (const checkout of all) {
    const rebased = await branchBeingRebased(checkout.gitDir);
    // HEAD is detached during a rebase, but at its end the branch is moved, and only from where it stood when it began.
    if (rebased === lock.ref) return { kind: "blocked", why: `${checkout.path ?? checkout.gitDir} is in the middle of a rebase of this branch` };
  }
  const checkouts = all.filter((checkout) => checkout.branch === lock.ref);
  const [first, ...more] = checkouts;
  if (first === undefined) return swapOnly(hands, lock, step);
  if (more.length > 0) return { kind: "blocked", why: `${lock.ref} is checked out in ${String(checkouts.length)} places` };
  if (first.path === undefined) return { kind: "blocked", why: `${lock.ref} is checked out by ${first.gitDir}, and git does not say where` };
  return advanceCheckout(hands, { gitDir: first.gitDir, path: first.path, ref: lock.ref }, step);
}

async function swapOnly(hands: LandingHands, lock: LandingLock, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  const swapped = await swapRef(hands.git, hands.store.repository.commonDir, { ref: lock.ref, next: step.to, expected: step.from, why: "tutti: land" });
  return swapped ? { kind: "published" } : { kind: "moved" };
}
