import type { CommitSha } from "../../base/ids.ts";
import { readCheckouts } from "../../git/checkouts.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { swapRef } from "../../git/refs.ts";
import { advanceCheckout } from "../checkout/advance.ts";
import { branchBeingRebased } from "../checkout/state.ts";
import type { PublishOutcome } from "../ground.ts";
import type { PublishHands } from "../hands.ts";
import { isUnoccupied } from "./unoccupied.ts";

/** `userObjects`: those of the user's repository, where somebody keeps them open. */
type Hands = PublishHands & { readonly userObjects?: Objects };

/** Moves a target of the user's repository, which has all objects by now, along a chain of commits, in one step. */
export async function advanceTarget(hands: Hands, ref: string, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  if (await isUnoccupied(hands.store.repository.commonDir, ref)) return swapOnly(hands, ref, step);
  const all = await readCheckouts(hands.git, hands.store.repository);
  for (const checkout of all) {
    const rebased = await branchBeingRebased(checkout.gitDir);
    // HEAD is detached during a rebase, but at its end the branch is moved, and only from where it stood when it began.
    if (rebased === ref) return { kind: "blocked", why: `${checkout.path ?? checkout.gitDir} is in the middle of a rebase of this branch` };
  }
  const checkouts = all.filter((checkout) => checkout.branch === ref);
  const [first, ...more] = checkouts;
  if (first === undefined) return swapOnly(hands, ref, step);
  if (more.length > 0) return { kind: "blocked", why: `${ref} is checked out in ${String(checkouts.length)} places` };
  if (first.path === undefined) return { kind: "blocked", why: `${ref} is checked out by ${first.gitDir}, and git does not say where` };
  // A checkout is moved by git calls of its own, which would wait for the lock on the ref.
  await hands.userObjects?.letGoOfRef(ref);
  return advanceCheckout(hands, { gitDir: first.gitDir, path: first.path, ref }, step);
}

async function swapOnly({ git, store, userObjects }: Hands, ref: string, step: { from: CommitSha; to: CommitSha }): Promise<PublishOutcome> {
  const swap = { ref, next: step.to, expected: step.from, why: "tutti: land" };
  const swapped = await (userObjects === undefined ? swapRef(git, store.repository.commonDir, swap) : userObjects.swapRef(swap));
  return swapped ? { kind: "published" } : { kind: "moved" };
}
