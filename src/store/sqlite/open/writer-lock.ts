import { TuttiError } from "../../../base/error.ts";
import type { World } from "../../../base/world/world.ts";
import { type OsLock, acquireOsLock } from "../../../lock/os-lock.ts";

/** The holder is the only process that plays in this home. Waits for another holder to end. */
export async function acquireWriterLock(
  path: string,
  world: World,
  wait: { onWait: () => void; signal?: AbortSignal },
): Promise<OsLock> {
  return acquireOsLock(path, world, { ...wait, refused });
}

function refused(): TuttiError {
  return new TuttiError("store.locked", "gave up waiting for the other tutti", {
    audience: "user",
    hint: "Try again when it has ended, or use another home: TUTTI_HOME=<folder>.",
  });
}
