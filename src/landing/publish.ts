import type { CommitSha } from "../base/ids.ts";
import { type Checkout, readCheckouts } from "../git/checkouts.ts";
import { requireOk } from "../git/git.ts";
import { swapRef } from "../git/refs.ts";
import { transferObjects } from "../git/transfer.ts";
import { advanceCheckout } from "./checkout.ts";
import { branchBeingRebased } from "./checkout-state.ts";
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
  const all = await readCheckouts(hands.git, commonDir);
  const rebased = await findRebase(hands, lock, all);
  if (rebased !== undefined) return { kind: "blocked", why: `${rebased} is in the middle of a rebase of this branch` };
  const checkouts = all.filter((checkout) => checkout.branch === lock.ref);
  const [first, ...more] = checkouts;
  if (first === undefined) return swapOnly(hands, lock, step);
  if (more.length > 0) return { kind: "blocked", why: `${lock.ref} is checked out in ${String(checkouts.length)} places` };
  return advanceCheckout(hands, { path: first.path, ref: lock.ref }, step);
}

/** HEAD is detached during a rebase, but at its end the branch is moved, and only from where it stood when it began. */
async function findRebase(hands: LandingHands, lock: LandingLock, checkouts: readonly Checkout[]): Promise<string | undefined> {
  for (const checkout of checkouts.filter((item) => item.branch === undefined)) {
    const exit = await hands.git.ask(checkout.path, ["rev-parse", "--absolute-git-dir"]);
    const gitDir = requireOk(exit, "finding a checkout").toString("utf8").trim();
    if ((await branchBeingRebased(gitDir)) === lock.ref) return checkout.path;
  }
  return undefined;
}

async function swapOnly(hands: LandingHands, lock: LandingLock, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  const swapped = await swapRef(hands.git, hands.store.repository.commonDir, { ref: lock.ref, next: step.to, expected: step.from, why: "tutti: land" });
  return swapped ? { kind: "published" } : { kind: "moved" };
}
