import type { AgentPlan } from "./agent-plan.ts";

/** How an agent is chosen where no rule applies. */
export const routingOrders = ["pinned", "round-robin", "least-used", "cheapest", "random", "measured"] as const;
export type RoutingOrder = (typeof routingOrders)[number];

/** Which agent work gets that names none. */
export interface RoutingPlan {
  /** All that may be chosen; the first `pool` of them by order, the others by rules only. */
  readonly agents: readonly AgentPlan[];
  readonly pool: number;
  readonly order: RoutingOrder;
  /** With `measured`: share of choices that chance makes. */
  readonly holdOut: number;
  /** With `measured`: share of the best agent's success below which an agent is not chosen for its price. */
  readonly minSuccess: number;
  readonly rules: readonly RoutingRule[];
}

/** The first that applies chooses. An absent key is not asked for. */
export interface RoutingRule {
  readonly name: string | null;
  readonly kinds?: readonly string[];
  /** Globs. */
  readonly paths?: readonly string[];
  readonly labels?: readonly string[];
  readonly minSize?: number;
  readonly maxSize?: number;
  /** Minutes of the day. */
  readonly hours?: readonly [from: number, to: number];
  readonly costLeftBelow?: number;
  /** Place in the agents. */
  readonly agent: number;
}

/** The score's description of a sheet's work, for rules and records. */
export interface WorkPlan {
  readonly kind: string | null;
  readonly labels: readonly string[];
  readonly paths: readonly string[];
}

/** In place of an agent: the one that routing chooses. */
export const auto = { kind: "unavailable", name: "auto" } as const satisfies AgentPlan;
