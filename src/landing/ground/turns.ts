import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { type OsLock, acquireOsLock } from "../../lock/os-lock.ts";
import { isCheckedOut } from "../checkout/occupied.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";

/** A turn takes moments. A longer one is not awaited. */
const longestTurnMs = 10_000;
const longestWaitMs = 120_000;
const pollMs = 20;
/** Lost races before the target itself is held. */
const patience = 2;
/** At least as long as git waits for a held ref: a person who pushes meanwhile notices nothing. */
const heldMs = { least: 100, most: 5_000 };

/**
 * Turns of all homes that land in a repository: a lock in the repository itself, which the system takes back from the
 * dead. People who push ignore it. If they keep winning, a target that is checked out nowhere is held by git's own lock
 * from the look at it until the move, or for twice as long as that took last time. No test runs meanwhile: a turn only
 * starts them.
 */
export function makeTurns(hands: LandingHands, ref: string): Ground["inTurn"] {
  const {
    self: { world },
    userObjects,
  } = hands;
  let restUntil = 0;
  let lastMs = heldMs.most;
  return async ({ lost, cancel }, work) => {
    // A process that had the turn lets others ask first.
    if (restUntil > world.ticks())
      await new Promise<void>((resolve) => world.after(restUntil - world.ticks(), resolve));
    const turn = await takeTurn(hands, cancel);
    try {
      if (cancel.aborted) return undefined;
      if (lost >= patience) await hold(hands, ref, Math.min(Math.max(heldMs.least, 2 * lastMs), heldMs.most));
      const begun = world.ticks();
      const done = await work();
      lastMs = world.ticks() - begun;
      return done;
    } finally {
      await userObjects.letGoOfRef(ref);
      turn();
      restUntil = world.ticks() + 2 * pollMs;
    }
  };
}

/**
 * Never a branch that is checked out: git locks HEAD with it, and a git that switches elsewhere finds HEAD locked after
 * it has written files and index. It would give up and leave another branch's files staged.
 */
async function hold({ store, userObjects }: LandingHands, ref: string, limitMs: number): Promise<void> {
  if (await isCheckedOut(store.repository, ref)) return;
  await userObjects.holdRef({ ref, why: "tutti: land", limitMs });
  // A person may have switched to it meanwhile.
  if (await isCheckedOut(store.repository, ref)) await userObjects.letGoOfRef(ref);
}

/** Returns its end; it ends by itself after a while. Without a lock, landing continues without. */
async function takeTurn({ store, self: { world } }: LandingHands, cancel: AbortSignal): Promise<() => void> {
  const path = join(store.repository.commonDir, "tutti-turn.lock");
  const refused = (): TuttiError =>
    new TuttiError("store.locked", `another process keeps landing in ${store.repository.commonDir}`, {
      audience: "user",
    });
  const lock = await acquireOsLock(path, world, { signal: cancel, limitMs: longestWaitMs, pollMs, refused }).catch(
    () => undefined,
  );
  if (lock === undefined) return () => undefined;
  const release = once(lock);
  const forget = world.after(longestTurnMs, release);
  return () => {
    forget();
    release();
  };
}

function once(lock: OsLock): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) lock.release();
    isOpen = false;
  };
}
