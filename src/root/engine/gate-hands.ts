import { realWorld } from "../../base/real-world.ts";
import type { Repository } from "../../git/repository.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import type { GateHands } from "../../landing/gates/hands.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { gateHands } from "../../conductor/equipment/gates.ts";
import type { Engine } from "../engine.ts";
import type { Setting } from "../setting.ts";
import { cleanerFor, recordsOf } from "./supplies.ts";

/** The real things for the gates of a repository, where they are run for no job. */
export async function gateHandsFor(
  { git, run, places, store }: Engine,
  setting: Setting,
  what: GatesAsked,
): Promise<GateHands> {
  const { repository, environment, notice } = what;
  return gateHands({
    git,
    run,
    places,
    notice,
    cleanerFor,
    world: realWorld,
    ...recordsOf(store),
    store: await openObjectStore(git, places.repositories, repository),
    environment: allowedEnvironment(environment ?? setting.env),
  });
}

interface GatesAsked {
  readonly repository: Repository;
  /** The caller's. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly notice: (text: string) => void;
}
