import type { Agent } from "./agent.ts";
import { agentEnd } from "./end.ts";

/** An agent that a score names and this version can't run. Jobs with one are refused before they start; this is for those that were not. */
export function unavailableAgent(name: string): Agent {
  return { name, plan: () => ({ kind: "refused", detail: `this version of Tutti has no agent ${JSON.stringify(name)}` }), readEnd: agentEnd };
}
