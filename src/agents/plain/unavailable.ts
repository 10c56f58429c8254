import type { Agent } from "../agent.ts";

/**
 * An agent that a score names and that is not there. Jobs with one are refused before they start; this is for those
 * that were not.
 */
export function unavailableAgent(name: string): Agent {
  return {
    name,
    abilities: { events: false, sessions: false, usage: false, budget: false },
    plan: () => ({
      kind: "refused",
      code: "E505",
      detail: `there is no agent ${JSON.stringify(name)} (tutti agents list shows those that there are)`,
    }),
    reader: () => ({ line: () => [], end: () => [] }),
    complaints: [],
  };
}
