import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type ConductorPlaces, conductorPlaces } from "../../base/home/conductor-places.ts";
import { homeProblem } from "../../base/home/home-problem.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";

/** `undefined` when there is no such home, and so no conductor in it. */
export async function findPlaces(home: string): Promise<ConductorPlaces | undefined> {
  try {
    return conductorPlaces(realpathSync(home));
  } catch (error) {
    // A home that may not be looked into is not one that is not there.
    if ((error as NodeJS.ErrnoException).code === "EACCES") throw await homeProblem(home, error);
    return undefined;
  }
}

/** For callers that may start a conductor: creates the home if there is none. */
export async function makePlaces(home: string): Promise<ConductorPlaces> {
  try {
    await makeFolder(resolve(home));
    const places = conductorPlaces(realpathSync(home));
    await makeFolder(places.logs);
    return places;
  } catch (error) {
    throw await homeProblem(home, error);
  }
}
