import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Setting } from "../daemon.ts";

/** What the engine is told of the outside, read from the environment in one place. */
export function settingFrom(env: NodeJS.ProcessEnv): Setting {
  return { home: homeFrom(env), env, scriptedAgent: fileURLToPath(new URL("../agents/scripted/tutti-scripted.sh", import.meta.url)) };
}

function homeFrom(env: NodeJS.ProcessEnv): string {
  const named = env["TUTTI_HOME"] ?? "";
  if (named !== "") return named;
  const state = env["XDG_STATE_HOME"] ?? "";
  return join(state === "" ? join(homedir(), ".local", "state") : state, "tutti");
}
