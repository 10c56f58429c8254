import { dirname } from "node:path";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { type Cast, agentFor } from "../agent-for.ts";
import type { Agent } from "../agent.ts";
import { type ProfileShelf, shelfOf } from "../profiles/shelf.ts";

/** Programs of our own that agents are run with. */
type Executables = Omit<Cast, "shelf">;

/** The agents that a plan names. Profiles are read when the first one is needed. */
export interface Agents {
  agentFor(plan: AgentPlan): Promise<Agent>;
  shelf(): Promise<ProfileShelf>;
  /** Of the programs of our own that they are run with. */
  readonly folders: readonly string[];
}

export function castFor(executables: Executables, read: () => Promise<ProfileShelf>): Agents {
  let known: Promise<ProfileShelf> | undefined;
  const shelf = (): Promise<ProfileShelf> => (known ??= read());
  const { scripted, node, bridges } = executables;
  return {
    shelf,
    folders: [scripted, node, bridges.acp, bridges.http].map((file) => dirname(file)),
    agentFor: async (plan) =>
      agentFor(plan, { ...executables, shelf: plan.kind === "profile" ? await shelf() : shelfOf([]) }),
  };
}
