import type { Hands } from "../conductor/hands.ts";
import type { LandingHands } from "../landing/hands.ts";
import { type LanderMemory, landCandidates } from "../landing/lander.ts";
import type { OsLock } from "../lock/os-lock.ts";
import { acquireFolder } from "./contexts/in-place.ts";
import type { Equipment } from "./equipment.ts";

/** Lands results while nobody works in the checkout itself: files that appear there would be taken for that one's work. */
export function landerOf(equipment: Equipment, landing: LandingHands): Hands["land"] {
  const memory: LanderMemory = { known: undefined };
  return (job, candidates, record) =>
    inTurn(equipment, async () => {
      if (record.stop.aborted) return;
      const turn = await takeTurn(equipment, candidates[0]?.sheet.id ?? job.id, record.stop);
      if (turn === undefined) return;
      try {
        await landCandidates(landing, record, { job, candidates, memory });
      } finally {
        turn.release();
      }
    });
}

/** One after the other within this process, first come first served; among processes the lock decides. */
async function inTurn({ shared, store }: Equipment, work: () => Promise<void>): Promise<void> {
  const before = shared.landing.get(store.gitDir) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  shared.landing.set(store.gitDir, settled);
  await mine;
  if (shared.landing.get(store.gitDir) === settled) shared.landing.delete(store.gitDir);
}

/** `undefined` when a stop was asked for first: what waits to land does so at the next start. */
async function takeTurn(equipment: Equipment, sheet: string, cancel: AbortSignal): Promise<OsLock | undefined> {
  const { top, commonDir } = equipment.store.repository;
  try {
    return await acquireFolder(equipment, { path: top ?? commonDir, sheet, cancel });
  } catch (error) {
    if (cancel.aborted) return undefined;
    throw error;
  }
}
