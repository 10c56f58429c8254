import type { AgentPlan } from "./agent-plan.ts";
import type { Plan, SheetPlan } from "../plan.ts";
import { auto, type RoutingPlan } from "./routing-plan.ts";

function isAuto(agent: AgentPlan): boolean {
  return agent.kind === "unavailable" && agent.name === auto.name;
}

export function hasAuto({ sheets }: Pick<Plan, "sheets">): boolean {
  return sheets.some(({ agent, fallbacks }) => isAuto(agent) || fallbacks.some(isAuto));
}

/** The plan with the agents of a routing wherever it names `auto`. */
export function withRouting(plan: Plan, routing: RoutingPlan): Plan {
  const known = new Map<readonly AgentPlan[], Map<AgentPlan, Cast>>();
  const castFor = (sheet: SheetPlan): Cast => {
    const own = known.get(sheet.fallbacks) ?? new Map<AgentPlan, Cast>();
    const cast = own.get(sheet.agent) ?? routedCast(sheet, routing);
    known.set(sheet.fallbacks, own.set(sheet.agent, cast));
    return cast;
  };
  return { ...plan, routing, sheets: plan.sheets.map((sheet) => ({ ...sheet, ...castFor(sheet) })) };
}

type Cast = Pick<SheetPlan, "agent" | "fallbacks" | "routed">;

function routedCast({ agent, fallbacks }: SheetPlan, { agents }: RoutingPlan): Cast {
  const cast = [agent, ...fallbacks];
  const place = cast.findIndex(isAuto);
  if (place === -1) return { agent, fallbacks };
  const after = cast.slice(place + 1).filter((one) => !isAuto(one));
  const [first = agent, ...rest] = [...cast.slice(0, place), ...agents, ...after];
  return { agent: first, fallbacks: rest, routed: place };
}
