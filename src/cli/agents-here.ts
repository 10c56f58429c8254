import type { ScoreOptions } from "../score/load.ts";

/** What scores may call agents by, in this terminal and this folder. */
export async function agentsHere(folder: string): Promise<ScoreOptions> {
  return (await import("../daemon/known-agents.ts")).knownAgents(process.env, folder);
}
