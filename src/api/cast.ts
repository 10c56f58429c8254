import { type AgentPlan, agentName } from "../score/agent-plan.ts";
import type { SheetPlan } from "../score/plan.ts";

/** Which agent a sheet is with, counted from 0. A score that was changed may have fewer than it had. */
export function agentAt({ agent, fallbacks }: Pick<SheetPlan, "agent" | "fallbacks">, place: number): AgentPlan {
  const cast = [agent, ...fallbacks];
  return cast[Math.min(place, cast.length - 1)] ?? agent;
}

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
