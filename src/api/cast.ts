import { type AgentPlan, agentName } from "../score/plan/agent-plan.ts";

/** Without its model, which has a field of its own. */
export function bareName(agent: AgentPlan): string {
  return agent.kind === "profile" ? agent.name : agentName(agent);
}

export function modelOf(agent: AgentPlan): string | null {
  return agent.kind === "profile" ? agent.model : null;
}

/** Both in one, as people read it. */
export function withModel({ agent, model }: { readonly agent: string; readonly model: string | null }): string {
  return model === null ? agent : `${agent} (${model})`;
}

/** In the place of an agent, where there is nothing to be played. */
export const nobodyPlays = "nobody: it only takes a landing back";
