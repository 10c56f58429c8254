import { join } from "node:path";
import { homeFrom } from "../base/home/home.ts";
import { ownExecutables } from "../root/executables.ts";
import type { Setting } from "../root/setting.ts";

/** What the engine is told of the outside, read from the environment in one place. */
export function settingFrom(env: NodeJS.ProcessEnv): Setting {
  const executables = ownExecutables();
  const home = homeFrom(env);
  if (!isLocal(env) || (env["TUTTI_HOME"] ?? "") !== "") return { home, env, executables };
  // A home of its own, so that the conductor's is not waited for; landings in one repository still wait for each other.
  return { home: join(home, "local"), locks: join(home, "locks"), env, executables };
}

/** Whether the engine runs in this process instead of a conductor: `--local` sets it for all that follows. */
export function isLocal(env: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(env["TUTTI_LOCAL"] ?? "");
}
