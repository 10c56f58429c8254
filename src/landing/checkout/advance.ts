import { join } from "node:path";
import type { CommitSha } from "../../base/ids.ts";
import { type Change, readChanges } from "../../git/diff/changes.ts";
import { requireOk } from "../../git/git.ts";
import { type PrivateIndex, listStaged } from "../../git/index.ts";
import { readCommit, readHeadRef, swapRef } from "../../git/refs/refs.ts";
import { settleFiles } from "./files.ts";
import { finishMove } from "./locks/recovery.ts";
import { operationUnderWay } from "./occupied.ts";
import { copyIndex, isThere, scratchIndex } from "./worktrees.ts";
import type { PublishHands } from "../hands.ts";
import { findInTheWay } from "./in-the-way.ts";
import { type HeldIndexLock, readLeftLock } from "./locks/index-lock.ts";
import type { PublishOutcome } from "../ground.ts";

/** A checkout of the user's that has the target checked out. */
export interface CheckoutPlace {
  readonly gitDir: string;
  readonly path: string;
  readonly ref: string;
}

interface Advance {
  readonly place: CheckoutPlace;
  readonly step: { readonly from: CommitSha; readonly to: CommitSha };
  /** The differences between the two. */
  readonly changes: readonly Change[];
  /** The checkout's own, given back in the end. */
  readonly lock: HeldIndexLock;
}

/**
 * Moves ref, index and files of the user's checkout together, under the checkout's own `index.lock`: no git of the
 * user's can commit a stale index over the landing. It works on a private copy of the index, as `read-tree -m -u`: the
 * user's changes in other files stay, and if one is in the way nothing is touched.
 */
export function advanceCheckout(hands: PublishHands, advance: Advance): Promise<PublishOutcome> {
  const { place, step } = advance;
  return finishing(hands, advance, async (): Promise<PublishOutcome> => {
    const busy = await operationUnderWay(place.gitDir);
    if (busy !== undefined)
      return { kind: "blocked", why: `${place.path} is in the middle of a ${busy}`, isPassing: true };
    if (
      (await readHeadRef(hands.git, place.gitDir)) !== place.ref ||
      (await readCommit(hands.git, place.gitDir, place.ref)) !== step.from
    )
      return { kind: "moved" };
    const checkout = await openIndex(hands, place);
    return moveAll(hands, { ...advance, checkout }, () =>
      swapRef(hands.git, place.gitDir, { ref: place.ref, next: step.to, expected: step.from, why: "tutti: land" }),
    );
  });
}

/**
 * Moves a checkout to its branch if it entered the branch with the files of one of these earlier commits, oldest first:
 * its git had read the branch before it moved. `undefined`: it is not behind.
 */
export function catchUp(
  hands: PublishHands,
  late: Pick<Advance, "place" | "lock">,
  earlier: readonly CommitSha[],
): Promise<PublishOutcome | undefined> {
  const { place } = late;
  return finishing(hands, late, async () => {
    const to = await readCommit(hands.git, place.gitDir, place.ref);
    if (to === undefined || (await readHeadRef(hands.git, place.gitDir)) !== place.ref) return undefined;
    const checkout = await openIndex(hands, place);
    for (const from of earlier) {
      const changes = await readChanges(hands.git, hands.store.repository.commonDir, { from, to });
      if (changes.length === 0 || !(await standsAt(hands, checkout, { from, changes }))) continue;
      const busy = await operationUnderWay(place.gitDir);
      if (busy !== undefined)
        return { kind: "blocked", why: `${place.path} is in the middle of a ${busy}`, isPassing: true };
      return moveAll(hands, { ...late, step: { from, to }, changes, checkout }, () => Promise.resolve(true));
    }
    return undefined;
  });
}

/** The index equals the commit at these changes. */
async function standsAt(
  hands: PublishHands,
  checkout: PrivateIndex,
  at: { readonly from: CommitSha; readonly changes: readonly Change[] },
): Promise<boolean> {
  const staged = new Set(await listStaged(hands.git, checkout, at.from));
  return at.changes.every(({ path }) => !staged.has(path));
}

async function openIndex(hands: PublishHands, { gitDir, path }: CheckoutPlace): Promise<PrivateIndex> {
  const index = scratchIndex(hands, gitDir, "checkout");
  const checkout = { gitDir, workTree: path, index, format: hands.store.repository.objectFormat };
  await copyIndex(join(gitDir, "index"), index);
  // Stat data may be stale; exit 1 only says that some files really differ.
  await hands.git.checkout({ ...checkout, args: ["update-index", "-q", "--refresh"] });
  return checkout;
}

async function moveAll(
  hands: PublishHands,
  advance: Advance & { readonly checkout: PrivateIndex },
  swap: () => Promise<boolean>,
): Promise<PublishOutcome> {
  const { place, step, changes, lock, checkout } = advance;
  const back = async (): Promise<unknown> =>
    requireOk(
      await hands.git.checkout({ ...checkout, args: ["read-tree", "-m", "-u", step.to, step.from] }),
      "putting the checkout back",
    );
  const inTheWay = await findInTheWay(hands.git, checkout, { changes, from: step.from });
  if (inTheWay !== undefined) return { kind: "blocked", why: inTheWay };
  const since = await lock.announceMove({ path: place.path, ...step });
  const exit = await hands.git.checkout({ ...checkout, args: ["read-tree", "-m", "-u", step.from, step.to] });
  if (exit.code !== 0) {
    // A full disk may have stopped it half-way.
    await settleFiles(hands.git, checkout, { changes, side: "from", since });
    return {
      kind: "blocked",
      why: `git could not update ${place.path}: ${exit.stderr.trim().slice(0, 500)}`,
      isDoubtful: true,
    };
  }
  if (!(await swap())) {
    await back();
    return { kind: "moved" };
  }
  // A git that switches elsewhere writes the index before HEAD: then the files are another branch's.
  if ((await readHeadRef(hands.git, place.gitDir)) === place.ref) await lock.replaceIndex(checkout.index);
  else await back();
  return { kind: "published" };
}

const tries = 6;
const firstPauseMs = 50;

/**
 * Releases the lock in the end. A git that was killed leaves ref, index and files apart: they are repaired at once, as
 * patiently as a passing fault needs. If that fails too, the lock stays, and the next landing or start repairs them.
 * `moved`: the worktree was removed; git knows whether the branch moved.
 */
async function finishing<T extends PublishOutcome | undefined>(
  hands: PublishHands,
  { place, lock }: Pick<Advance, "place" | "lock">,
  work: () => Promise<T>,
): Promise<T | { readonly kind: "moved" }> {
  const isGone = async (): Promise<boolean> => !(await isThere(hands.store.repository, place));
  const moved = { kind: "moved" } as const;
  try {
    const outcome = await work();
    const isOver = outcome?.kind === "blocked" && (await isGone());
    await lock.release();
    return isOver ? moved : outcome;
  } catch (error) {
    if (await isGone()) return lock.release().then(() => moved);
    for (let count = 0; count < tries && !(await isFinished(hands, place.gitDir)); count += 1) {
      await new Promise<void>((resolve) => hands.self.world.after(firstPauseMs * 2 ** count, resolve));
    }
    throw error;
  }
}

async function isFinished(hands: PublishHands, gitDir: string): Promise<boolean> {
  try {
    const left = await readLeftLock(gitDir);
    if (left !== undefined) await finishMove(hands, gitDir, left);
    return true;
  } catch {
    return false;
  }
}
