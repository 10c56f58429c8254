import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeFrom } from "../base/home.ts";
import type { Setting } from "../daemon/setting.ts";

/** What the engine is told of the outside, read from the environment in one place. */
export function settingFrom(env: NodeJS.ProcessEnv): Setting {
  const scriptedAgent = fileURLToPath(new URL("../agents/scripted/tutti-scripted.sh", import.meta.url));
  const home = homeFrom(env);
  if (!isLocal(env) || (env["TUTTI_HOME"] ?? "") !== "") return { home, env, scriptedAgent };
  // A home of its own, so that the conductor's is not waited for; landings in one repository still wait for each other.
  return { home: join(home, "local"), locks: join(home, "locks"), env, scriptedAgent };
}

/** Whether the engine runs in this process instead of a conductor: `--local` sets it for all that follows. */
export function isLocal(env: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(env["TUTTI_LOCAL"] ?? "");
}
