import type { Uncounted } from "../api/contract/cost.ts";
import type { ScoreOptions } from "../score/load.ts";
import type { Plan } from "../score/plan/plan.ts";

/** What scores may call agents by, in this terminal and this folder. */
export async function agentsHere(folder: string): Promise<ScoreOptions> {
  return (await import("../root/known-agents.ts")).knownAgents(process.env, folder);
}

/** Agents of a plan that its cost limit can't hold, by the profiles of this terminal and this folder. */
export async function uncountedHere(plan: Plan, folder: string): Promise<readonly Uncounted[]> {
  return (await import("../root/known-agents.ts")).uncountedAgents(plan, process.env, folder);
}

/** Those among them that run their prompt as a program. */
export async function programsHere(folder: string): Promise<ReadonlySet<string>> {
  return (await import("../root/known-agents.ts")).programAgents(process.env, folder);
}
