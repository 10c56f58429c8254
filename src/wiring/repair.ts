import { sweepStore } from "../isolation/sweep.ts";
import type { PublishHands } from "../landing/hands.ts";
import { type Repair, removeDeadLocks, repairRepository } from "../landing/repair.ts";
import type { Equipment } from "./equipment.ts";

/**
 * Puts a repository in order when the first job of it is played in this process. For the next ones there is nothing of
 * a dead process left but locks of their own landings; what else is there may be another job's, at work.
 */
export async function repairOnce(equipment: Equipment, landing: PublishHands, repair: Repair): Promise<void> {
  const { shared, places, store } = equipment;
  const known = shared.repaired.get(store.gitDir);
  if (known !== undefined) {
    await known;
    return removeDeadLocks(landing, repair);
  }
  const repairing = sweepStore(places, store, equipment.notice).then(() => repairRepository(landing, repair));
  shared.repaired.set(store.gitDir, repairing);
  // What went wrong once may go well the next time.
  repairing.catch(() => shared.repaired.delete(store.gitDir));
  return repairing;
}
