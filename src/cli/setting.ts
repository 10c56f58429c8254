import { join } from "node:path";
import type { Uncounted } from "../api/contract/cost/cost.ts";
import { homeFrom } from "../base/home/home.ts";
import { ownExecutables } from "../root/executables.ts";
import type { Setting } from "../root/setting.ts";
import type { ScoreOptions } from "../score/load.ts";
import type { Plan } from "../score/plan/plan.ts";

/** Where Tutti works and with which programs; the settings come from the cascade of src/config. */
export function settingFrom(env: NodeJS.ProcessEnv): Omit<Setting, "settings"> {
  const executables = ownExecutables();
  const home = homeFrom(env);
  const notifications = async (): ReturnType<Setting["notifications"]> => {
    const { readSettings } = await import("../config/read.ts");
    return (await readSettings({ env, project: null })).notifications;
  };
  if (!isLocal(env) || (env["TUTTI_HOME"] ?? "") !== "") return { home, env, executables, notifications };
  // A home of its own, so that the conductor's is not waited for; landings in one repository still wait for each other.
  return { home: join(home, "local"), locks: join(home, "locks"), env, executables, notifications };
}

/** Whether the engine runs in this process instead of a conductor: `--local` sets it for all that follows. */
export function isLocal(env: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(env["TUTTI_LOCAL"] ?? "");
}

/** The variables of this terminal. The conductor takes those that agents may have. */
export function environmentHere(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Names that scores may use for agents, in this terminal and this folder. */
export async function agentsHere(folder: string): Promise<ScoreOptions> {
  return (await import("../agents/known/known.ts")).knownAgents(process.env, folder);
}

/** Agents of a plan that its cost limit can't hold, by the profiles of this terminal and this folder. */
export async function uncountedHere(plan: Plan, folder: string): Promise<readonly Uncounted[]> {
  return (await import("../agents/known/known.ts")).uncountedAgents(plan, process.env, folder);
}

/** Those among them that run their prompt as a program. */
export async function programsHere(folder: string): Promise<ReadonlySet<string>> {
  return (await import("../agents/known/known.ts")).programAgents(process.env, folder);
}
