import type { OsLock } from "../../lock/os-lock.ts";
import { acquireFolder } from "../contexts/in-place.ts";
import type { Equipment } from "../equipment.ts";
import { oneByOne } from "./turns.ts";

interface Want {
  /** For whom, as people read it. */
  readonly who: string;
  readonly cancel: AbortSignal;
}

/**
 * Does something to the user's repository while nobody works in the checkout itself: files that appear there would be
 * taken for that one's work. `undefined` when it was called off before its turn came.
 */
export function aloneIn<T>(equipment: Equipment, want: Want, work: () => Promise<T>): Promise<T | undefined> {
  // One after the other within this process; among processes the lock decides.
  return oneByOne(equipment.shared.landing, equipment.store.gitDir, async () => {
    const turn = want.cancel.aborted ? undefined : await takeTurn(equipment, want);
    if (turn === undefined) return undefined;
    try {
      return await work();
    } finally {
      turn.release();
    }
  });
}

/** `undefined` when a stop was asked for first: what waits to land does so at the next start. */
async function takeTurn(equipment: Equipment, { who, cancel }: Want): Promise<OsLock | undefined> {
  const { top, commonDir } = equipment.store.repository;
  try {
    return await acquireFolder(equipment, { path: top ?? commonDir, sheet: who, cancel });
  } catch (error) {
    if (cancel.aborted) return undefined;
    throw error;
  }
}
