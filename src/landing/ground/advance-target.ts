import type { CommitSha } from "../../base/ids.ts";
import { type Change, readChanges } from "../../git/diff/changes.ts";
import { readCheckouts } from "../../git/checkout/checkouts.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { compareTrees } from "../../git/objects/trees/compare.ts";
import { readCommit, swapRef } from "../../git/refs/refs.ts";
import { type CheckoutPlace, advanceCheckout } from "../checkout/advance.ts";
import { isUnoccupied, rebaseUnderWay, untilIdle } from "../checkout/occupied.ts";
import { releaseAll, takeLocks, takeOut } from "../checkout/locks/take-locks.ts";
import { type Worktree, listUnfinished, listWorktrees } from "../checkout/worktrees.ts";
import type { PublishOutcome } from "../ground.ts";
import type { PublishHands } from "../hands.ts";
import { behind, bringAlong, lookAgain, rebaseFrom } from "./latecomers.ts";

/** `userObjects`: of the user's repository, where they are open. */
export type AdvanceHands = PublishHands & { readonly userObjects?: Objects };

export interface TargetStep {
  readonly from: CommitSha;
  readonly to: CommitSha;
}

/** How often a checkout may enter or leave the branch while its locks are awaited. */
const patience = 5;
/** How often the user's operation on the branch is awaited. */
const mostWaits = 3;

/** Moves a target along a chain of commits, in one step; the repository has all objects by now. */
export async function advanceTarget(hands: AdvanceHands, ref: string, step: TargetStep): Promise<PublishOutcome> {
  for (let waits = 0; ; waits += 1) {
    const outcome = await advanceNow(hands, ref, step);
    if (
      outcome.kind !== "blocked" ||
      outcome.isPassing !== true ||
      waits === mostWaits ||
      !(await untilIdle(hands, ref))
    )
      return outcome;
  }
}

/**
 * Under the `index.lock` of every worktree: a git that switches to the branch has read it already, and HEAD shows that
 * only later.
 */
async function advanceNow(hands: AdvanceHands, ref: string, step: TargetStep): Promise<PublishOutcome> {
  for (let count = 0; count < patience; count += 1) {
    const worktrees = await listWorktrees(hands.store.repository);
    if (worktrees.length === 0) return swapOnly(hands, ref, step);
    const occupied = await findOccupied(hands, ref);
    if (occupied.kind === "blocked") return occupied;
    const outcome = await advanceUnderLocks(hands, { ref, step, worktrees, place: occupied.place });
    if (outcome !== undefined) return outcome;
  }
  return { kind: "moved" };
}

interface Move {
  readonly ref: string;
  readonly step: TargetStep;
  readonly worktrees: readonly Worktree[];
  readonly place: CheckoutPlace | undefined;
}

/** `undefined`: another checkout has the branch now, or none. */
async function advanceUnderLocks(
  hands: AdvanceHands,
  { ref, step, worktrees, place }: Move,
): Promise<PublishOutcome | undefined> {
  // Before the locks, which people may wait for.
  const changes = place === undefined ? [] : await changesOf(hands, step);
  const isListed = place === undefined || worktrees.some(({ gitDir }) => gitDir === place.gitDir);
  const intent = { owner: hands.self.owner, ref, path: "", ...step };
  const taken = await takeLocks(hands, {
    worktrees: isListed ? worktrees : [...worktrees, place],
    occupied: place?.gitDir,
    intent,
  });
  if (taken.kind === "busy")
    return { kind: "blocked", why: `${taken.path} exists: another git is at work there, or one was killed` };
  const locks = new Map(taken.locks);
  try {
    if (place === undefined) {
      if (!(await isFree(hands, ref)) || (await listUnfinished(hands.store.repository)).length > 0) return undefined;
      const outcome = await swapOnly(hands, ref, step);
      if (outcome.kind !== "published") return outcome;
      const why =
        (await rebaseFrom(worktrees, { ref, from: step.from })) ??
        (await bringAlong(hands, { ref, earlier: [step.from], locks }));
      if (why !== undefined) return await undo(hands, { ref, step, why });
    } else {
      const lock = takeOut(locks, place.gitDir);
      if (lock === undefined) return undefined;
      // Moving a checkout runs git, which would wait for the lock on the ref.
      await hands.userObjects?.letGoOfRef(ref);
      return await advanceCheckout(hands, { place, step, changes, lock });
    }
  } finally {
    await releaseAll(locks);
  }
  const late = await lookAgain(hands, { ref, earlier: [step.from], worktrees });
  if (late !== undefined) return undo(hands, { ref, step, why: late });
  // A git that had read the branch before may have put it back.
  return (await readCommit(hands.git, hands.store.repository.commonDir, ref)) === step.from
    ? { kind: "moved" }
    : { kind: "published" };
}

/** Where the objects are open, without a process. */
async function changesOf({ git, store, userObjects }: AdvanceHands, step: TargetStep): Promise<readonly Change[]> {
  if (userObjects === undefined) return readChanges(git, store.repository.commonDir, step);
  const [from, to] = await Promise.all([userObjects.readCommit(step.from), userObjects.readCommit(step.to)]);
  return compareTrees(userObjects, { from: from.tree, to: to.tree });
}

/** A checkout that entered the branch meanwhile could not follow. Commits that build on the landing stay. */
async function undo(
  hands: AdvanceHands,
  { ref, step, why }: { readonly ref: string; readonly step: TargetStep; readonly why: string },
): Promise<PublishOutcome> {
  const back = { ref, next: step.from, expected: step.to, why: "tutti: land, taken back" };
  const isUndone = await swapRef(hands.git, hands.store.repository.commonDir, back);
  if (isUndone) return { kind: "blocked", why, isPassing: true };
  hands.self.notice?.(behind(ref, why));
  return { kind: "published" };
}

/** By files first: most targets are checked out nowhere, and git would need three processes. */
async function isFree(hands: AdvanceHands, ref: string): Promise<boolean> {
  if (await isUnoccupied(hands.store.repository.commonDir, ref)) return true;
  const found = await findOccupied(hands, ref);
  return found.kind === "found" && found.place === undefined;
}

type Occupied =
  | { readonly kind: "found"; readonly place: CheckoutPlace | undefined }
  | (PublishOutcome & { readonly kind: "blocked" });

/** The checkout that has a branch, or why none may be touched. */
async function findOccupied(hands: AdvanceHands, ref: string): Promise<Occupied> {
  if (await isUnoccupied(hands.store.repository.commonDir, ref)) return { kind: "found", place: undefined };
  const all = await readCheckouts(hands.git, hands.store.repository);
  for (const checkout of all) {
    const rebase = await rebaseUnderWay(checkout.gitDir);
    // HEAD is detached during a rebase, which moves the branch at its end, only from where it began.
    if (rebase?.branch === ref)
      return {
        kind: "blocked",
        why: `${checkout.path ?? checkout.gitDir} is in the middle of a rebase of this branch`,
        isPassing: true,
      };
  }
  const checkouts = all.filter((checkout) => checkout.branch === ref);
  const [first, ...more] = checkouts;
  if (first === undefined) return { kind: "found", place: undefined };
  if (more.length > 0) return { kind: "blocked", why: `${ref} is checked out in ${String(checkouts.length)} places` };
  if (first.path === undefined)
    return { kind: "blocked", why: `${ref} is checked out by ${first.gitDir}, and git does not say where` };
  return { kind: "found", place: { gitDir: first.gitDir, path: first.path, ref } };
}

async function swapOnly(
  { git, store, userObjects }: AdvanceHands,
  ref: string,
  step: TargetStep,
): Promise<PublishOutcome> {
  const swap = { ref, next: step.to, expected: step.from, why: "tutti: land" };
  const swapped = await (userObjects === undefined
    ? swapRef(git, store.repository.commonDir, swap)
    : userObjects.swapRef(swap));
  return swapped ? { kind: "published" } : { kind: "moved" };
}
