import { dollars } from "../../base/text.ts";
import { type AgentPlan, shownAgent } from "../../score/plan/agents/agent-plan.ts";
import type { RoutingPlan } from "../../score/plan/agents/routing-plan.ts";
import type { Routed } from "../../sheet/events/drawn.ts";
import { type Chance, seeded } from "../chance.ts";
import { type Arm, armsFor, type WorkFigures } from "./figures.ts";
import { type RuleFacts, ruleFor, ruleWords } from "./rules.ts";
import { heldOut, sampledOrder } from "./thompson.ts";

/** Everything a choice depends on. */
export interface RoutingFacts extends RuleFacts {
  readonly figures: readonly WorkFigures[];
  /** Choices that the figures do not have yet, by place. */
  readonly more: ReadonlyMap<number, number>;
  readonly isFree: (agent: AgentPlan) => boolean;
  readonly seed: string;
}

export interface Choice {
  /** All agents of the routing, as they take over. */
  readonly order: readonly number[];
  readonly routed: Routed;
}

/** Which agent work gets first, and why. The same facts give the same choice. */
export function chooseAgent(routing: RoutingPlan, facts: RoutingFacts): Choice {
  const found = ruleFor(routing.rules, facts);
  const { order, routed } =
    found === undefined
      ? byOrder(routing, facts)
      : {
          order: [found.rule.agent],
          routed: { by: "rule", why: `${ruleWords(found.rule, found.number)} says so` } as const,
        };
  const rest = [...routing.agents.keys()].filter((place) => !order.includes(place));
  return { order: [...order, ...rest], routed };
}

function byOrder(routing: RoutingPlan, facts: RoutingFacts): Choice {
  const { order, pool } = routing;
  const agents = routing.agents.slice(0, pool);
  const places = [...agents.keys()];
  const arms = armsFor(facts.figures, agents, facts.work.kind);
  const used = arms.map((arm, place) => arm.used + (facts.more.get(place) ?? 0));
  switch (order) {
    case "pinned":
      return { order: places, routed: { by: "order", why: "it is the first of the routing" } };
    case "round-robin": {
      const turn = used.reduce((sum, count) => sum + count, 0) % pool;
      const why = `it is its turn (${String(turn + 1)} of ${String(pool)})`;
      return { order: from(places, turn), routed: { by: "order", why, share: 1 / pool } };
    }
    case "least-used": {
      const sorted = places.toSorted((a, b) => (used[a] ?? 0) - (used[b] ?? 0) || a - b);
      const why = `it had the fewest attempts so far (${String(used[sorted[0] ?? 0] ?? 0)})`;
      return { order: sorted, routed: { by: "order", why } };
    }
    case "cheapest":
      return cheapest(agents, arms, facts);
    case "random":
      return drawn(places, { chance: seeded(facts.seed), seed: facts.seed, by: "order", why: "chance chose it" });
    case "measured":
      return measured(routing, arms, facts);
  }
}

function from(places: readonly number[], first: number): readonly number[] {
  return [...places.slice(first), ...places.slice(0, first)];
}

function cheapest(agents: readonly AgentPlan[], arms: readonly Arm[], { isFree }: RoutingFacts): Choice {
  const isPriced = arms.every(({ usd }) => usd !== null);
  const price = (place: number): number => (isPriced ? (arms[place]?.usd ?? 0) : place);
  const isBusy = (place: number): number => {
    const agent = agents[place];
    return agent !== undefined && isFree(agent) ? 0 : 1;
  };
  const order = [...agents.keys()].sort((a, b) => isBusy(a) - isBusy(b) || price(a) - price(b) || a - b);
  const usd = arms[order[0] ?? 0]?.usd ?? null;
  const why = isPriced
    ? `it is the cheapest that is free, at ${dollars(usd ?? 0)} an attempt`
    : "it is the first that is free; the cost of some agents is not known yet, so their order counts";
  return { order, routed: { by: "order", why } };
}

interface Lot extends Pick<Routed, "by" | "why"> {
  readonly chance: Chance;
  readonly seed: string;
}

function drawn(places: readonly number[], { chance, ...routed }: Lot): Choice {
  const first = Math.floor(chance() * places.length);
  return { order: from(places, first), routed: { ...routed, share: 1 / places.length } };
}

/** The seed decides first whether chance alone chooses, then the rates that are drawn. */
function measured(
  { agents, holdOut, minSuccess, pool }: RoutingPlan,
  arms: readonly Arm[],
  { work, seed }: RoutingFacts,
): Choice {
  const chance = seeded(seed);
  const places = [...arms.keys()];
  const share = heldOut(arms, holdOut, minSuccess);
  if (chance() < share)
    return drawn(places, {
      chance,
      seed,
      by: "hold-out",
      why: `chance chose it, as for ${String(Math.round(share * 100))} % of the sheets, so that the figures stay true`,
    });
  const order = sampledOrder(arms, minSuccess, chance);
  const words = order.slice(0, pool).map((place) => armWords(agents[place], arms[place]));
  return { order, routed: { by: "measured", why: `at ${work.kind}: ${words.join("; ")}`, seed } };
}

function armWords(agent: AgentPlan | undefined, arm: Arm | undefined): string {
  if (agent === undefined || arm === undefined) return "";
  const cost = arm.usd === null ? "" : ` at ${dollars(arm.usd)}`;
  return `${shownAgent(agent)} landed ${String(arm.landed)} of ${String(arm.counted)}${cost}`;
}
