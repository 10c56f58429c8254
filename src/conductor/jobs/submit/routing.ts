import { TuttiError } from "../../../base/error.ts";
import type { Outcome } from "../../../learning/outcomes/outcome.ts";
import { evaluate, shownName } from "../../../learning/routing/evaluate.ts";
import { learnedName } from "../../../learning/agent-name.ts";
import type { RoutingPlan } from "../../../score/plan/agents/routing-plan.ts";

/** Records that figures for people and evaluations are made of: the newest. */
export const mostOutcomes = 20_000;

/** Routing by measured success has to be shown good on recorded attempts before a job may use it. */
export function requireProven({ agents, pool, minSuccess }: RoutingPlan, outcomes: readonly Outcome[]): void {
  const names = agents
    .slice(0, pool)
    .map((agent) => shownName({ agent: learnedName(agent), model: agent.kind === "profile" ? agent.model : null }));
  const { isGood, why } = evaluate(outcomes, { agents: names, minSuccess });
  if (isGood) return;
  throw new TuttiError("routing.unproven", `routing by measured success is not shown to be good yet: ${why}`, {
    audience: "user",
    hint: "Collect attempts with order: random or round-robin; tutti learn evaluate shows how far it is.",
  });
}

export function unrouted(): TuttiError {
  return new TuttiError("routing.none", "an agent is auto, and neither the score nor the settings have a routing", {
    audience: "user",
    hint: "Name an agent, or write routing: { agents: [...] } into the score or tutti.config.yaml.",
  });
}
