import type { AgentPlan } from "./agent-plan.ts";
import type { SheetPlan } from "./plan.ts";

type Cast = Pick<SheetPlan, "agent" | "fallbacks">;

/** The agents of a sheet in the order in which they take over. */
export function castOf({ agent, fallbacks }: Cast): readonly AgentPlan[] {
  return [agent, ...fallbacks];
}

/** Which agent a sheet is with, counted from 0. A score that was changed may have fewer than it had. */
export function agentAt(sheet: Cast, place: number): AgentPlan {
  return sheet.fallbacks[Math.min(place, sheet.fallbacks.length) - 1] ?? sheet.agent;
}
