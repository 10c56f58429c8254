import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { type OsLock, acquireOsLock } from "../../lock/os-lock.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";

/** A turn is a matter of moments. One who takes longer is not waited for any more, nor one who never comes back. */
const longestTurnMs = 10_000;
const longestWaitMs = 120_000;
const pollMs = 20;
/** So often somebody else may be first before the target itself is held. */
const patience = 2;
/**
 * At least as long as git waits for a ref that somebody holds, unless told otherwise: whoever pushes meanwhile notices
 * nothing.
 */
const heldMs = { least: 100, most: 5_000 };

/**
 * Turns of all who land in a repository, whichever home they have: a lock in the repository itself, which the system
 * takes back from the dead. People who push know nothing of it. Where they are faster again and again, the target is
 * held by git's own lock from before it is looked at until it is moved, or for twice as long as that took the last
 * time. No test runs meanwhile: a turn only starts them.
 */
export function makeTurns(hands: LandingHands, ref: string): Ground["inTurn"] {
  const { world, userObjects } = hands;
  let restUntil = 0;
  let lastMs = heldMs.most;
  return async ({ lost, cancel }, work) => {
    // Who had the turn lets others ask first.
    if (restUntil > world.ticks())
      await new Promise<void>((resolve) => world.after(restUntil - world.ticks(), resolve));
    const turn = await takeTurn(hands, cancel);
    try {
      if (cancel.aborted) return undefined;
      if (lost >= patience)
        await userObjects.holdRef({
          ref,
          why: "tutti: land",
          limitMs: Math.min(Math.max(heldMs.least, 2 * lastMs), heldMs.most),
        });
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

/** Gives what ends it; it ends by itself when it took too long. Where no lock can be had, landing goes on without. */
async function takeTurn({ store, world }: LandingHands, cancel: AbortSignal): Promise<() => void> {
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
