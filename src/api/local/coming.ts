import { isOsLockHeld } from "../../lock/os-lock.ts";
import { findPlaces } from "./places.ts";

/** Whether somebody is about to start a conductor in a home, or one is there that can't be talked to yet. */
export async function isComing(home: string): Promise<boolean> {
  const places = await findPlaces(home);
  return places !== undefined && [places.startLock, places.writerLock].some(isOsLockHeld);
}
