import { messageOf } from "../../base/error.ts";
import { releaseKept } from "../../git/objects/kept-pack.ts";
import { maintainStore } from "../../isolation/maintenance.ts";
import { listContexts } from "../../isolation/record.ts";
import { isInPlace } from "../../score/isolation.ts";
import type { Equipment } from "../equipment.ts";

/** The upkeep that git would do by itself, and the trash. A job's outcome never depends on it. */
export async function tidyUp(equipment: Equipment): Promise<void> {
  const { git, store, places, notice } = equipment;
  await equipment.cleanUp();
  // The notes about a folder of the user's, which stay after a failure, need nothing of the store.
  const isAnyContextAlive = async (): Promise<boolean> =>
    (await listContexts(places)).some((record) => record.store === store.gitDir && !isInPlace(record.context.level));
  const upkeep = maintainStore(git, store, { isAnyContextAlive }).then(() =>
    releaseKept(store.repository.commonDir, equipment.world.now()),
  );
  await upkeep.catch((error: unknown) => {
    notice(`Tutti's store could not be tidied up: ${messageOf(error)}`);
  });
}
