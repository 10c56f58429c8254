import { realWorld } from "../base/world/real-world.ts";
import { gateHands } from "../conductor/equipment/gates.ts";
import type { JobParts } from "../conductor/jobs/parts.ts";
import { openObjectStore } from "../isolation/store/object-store.ts";
import type { GateActParts } from "../landing/gates/manage/act.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { cleanerFor } from "../redact/redactor.ts";
import type { Engine } from "./engine.ts";
import type { Setting } from "./setting.ts";

interface Wired {
  readonly engine: Engine;
  readonly setting: Setting;
}

/** The gates of a repository, run for no job. */
export function gateParts({ engine, setting }: Wired, { process: { stop, notice, wishes } }: JobParts): GateActParts {
  const { machine, store } = engine;
  const { git, places, furnisher, showInstalled, sandbox, gateLevel } = machine;
  return {
    git,
    store,
    stop,
    recipe: async (folder) => (await wishes(folder, undefined)).recipe,
    hands: async ({ repository, environment }) =>
      gateHands({
        git,
        places,
        notice,
        world: realWorld,
        store: await openObjectStore(git, places.repositories, repository),
        programs: {
          run: furnisher.run,
          furnisher,
          showInstalled,
          sandbox,
          gateLevel,
          cleanerFor,
          client: environment ?? setting.env,
          environment: allowedEnvironment(environment ?? setting.env),
        },
        records: { journal: store.journal, verdicts: store },
      }),
  };
}
