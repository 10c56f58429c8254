import { messageOf } from "../../base/error.ts";
import { releaseKept } from "../../git/objects/bytes/kept-pack.ts";
import { listContexts } from "../../isolation/records/record.ts";
import { sweepStore } from "../../isolation/records/sweep.ts";
import { maintainStore } from "../../isolation/store/maintenance.ts";
import { removeDeadLocks, repairRepository } from "../../landing/checkout/locks/recovery.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { Job } from "../../sheet/job.ts";
import type { Equipment } from "./equipment.ts";

/** Runs the upkeep that git would do by itself, and empties the trash. A job's outcome never depends on it. */
export async function tidyUp({ git, store, places, notice, world, shared }: Equipment): Promise<void> {
  await shared.cleanUp();
  // Notes about the user's own folder stay after a failure; they need nothing of the store.
  const isAnyContextAlive = async (): Promise<boolean> =>
    (await listContexts(places)).some((record) => record.store === store.gitDir && !isInPlace(record.context.level));
  const upkeep = maintainStore(git, store, { isAnyContextAlive }).then(() =>
    releaseKept(store.repository.commonDir, world.now()),
  );
  await upkeep.catch((error: unknown) => {
    notice(`Tutti's store could not be tidied up: ${messageOf(error)}`);
  });
}

/**
 * Repairs a repository when this process plays its first job there. For later jobs only locks of their own landings can
 * be left of a dead process; everything else may belong to another job at work.
 */
export async function repairOnce(equipment: Equipment, job: Job, isInterrupted: boolean): Promise<void> {
  const { git, places, store, world, notice, shared, programs } = equipment;
  const landing = { git, store, self: { world, owner: programs.owner, scratch: places.scratch } };
  const repair = { job, isInterrupted, startedAt: shared.startedAt, notice };
  const { repaired } = shared.turns;
  const known = repaired.get(store.gitDir);
  if (known !== undefined) {
    await known;
    return removeDeadLocks(landing, repair);
  }
  const repairing = sweepStore(places, store, notice).then(() => repairRepository(landing, repair));
  repaired.set(store.gitDir, repairing);
  // A repair that failed is tried again by the next job.
  repairing.catch(() => repaired.delete(store.gitDir));
  return repairing;
}
