import { fileURLToPath } from "node:url";
import { homeFrom } from "../base/home.ts";
import type { Setting } from "../daemon.ts";

/** What the engine is told of the outside, read from the environment in one place. */
export function settingFrom(env: NodeJS.ProcessEnv): Setting {
  return { home: homeFrom(env), env, scriptedAgent: fileURLToPath(new URL("../agents/scripted/tutti-scripted.sh", import.meta.url)) };
}
