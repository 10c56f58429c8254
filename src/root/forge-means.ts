import { realWorld } from "../base/world/real-world.ts";
import type { ForgeMeans } from "../forge/open-forge.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";

/** Means to ask a server in the process of a command, with the login of the person who typed it. */
export function forgeMeans(env: Readonly<Record<string, string | undefined>>): ForgeMeans {
  return {
    run: makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }),
    world: realWorld,
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}
