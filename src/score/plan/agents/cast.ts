import type { AgentPlan } from "./agent-plan.ts";
import type { SheetPlan } from "../plan.ts";

type Cast = Pick<SheetPlan, "agent" | "fallbacks">;

/** Which of its agents a sheet is with: how many have handed over, and in which order they do. */
interface Turn {
  readonly fallbacks: number;
  /** Absent: in the order of the score. */
  readonly drawn?: { readonly order?: readonly number[] } | undefined;
}

/** The agents of a sheet in the order in which they take over. */
export function castOf({ agent, fallbacks }: Cast, order?: readonly number[]): readonly AgentPlan[] {
  const cast = [agent, ...fallbacks];
  return order === undefined ? cast : order.flatMap((place) => cast[place] ?? []);
}

/** The agent that a sheet is with. A score that was changed may have fewer than it had. */
export function agentFor(sheet: Cast, turn: Turn): AgentPlan {
  const place = placeOf(turn);
  return sheet.fallbacks[Math.min(place, sheet.fallbacks.length) - 1] ?? sheet.agent;
}

/** Its place in the cast, counted from 0. */
export function placeOf({ fallbacks, drawn }: Turn): number {
  return drawn?.order?.[fallbacks] ?? fallbacks;
}
