import { isOsLockHeld } from "../../lock/os-lock.ts";
import { findPlaces } from "./places.ts";

/** Whether a conductor is being started in a home, or runs there and does not answer yet. */
export async function isComing(home: string): Promise<boolean> {
  const places = await findPlaces(home);
  return places !== undefined && [places.startLock, places.writerLock].some(isOsLockHeld);
}
