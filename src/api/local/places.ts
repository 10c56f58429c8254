import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type ConductorPlaces, conductorPlaces } from "../../base/conductor-places.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/make-folder.ts";

/** `undefined` when there is no such home, and so no conductor in it. */
export async function findPlaces(home: string): Promise<ConductorPlaces | undefined> {
  return realpath(home).then(conductorPlaces, () => undefined);
}

/** For whoever may start a conductor: makes the home where there is none. */
export async function makePlaces(home: string): Promise<ConductorPlaces> {
  try {
    await makeFolder(resolve(home));
    const places = conductorPlaces(await realpath(home));
    await makeFolder(places.logs);
    return places;
  } catch (error) {
    throw new TuttiError("home.unusable", `Tutti's own folder ${home} can't be used: ${messageOf(error)}`, {
      audience: "environment",
      hint: "Name a folder that you can write in: TUTTI_HOME=<folder>.",
      cause: error,
    });
  }
}
