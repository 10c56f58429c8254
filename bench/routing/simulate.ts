import { seeded, type Chance } from "../../src/learning/chance.ts";
import { chooseAgent } from "../../src/learning/routing/choose.ts";
import type { WorkFigures } from "../../src/learning/routing/figures.ts";
import type { AgentPlan } from "../../src/score/plan/agents/agent-plan.ts";
import type { RoutingOrder, RoutingPlan } from "../../src/score/plan/agents/routing-plan.ts";

/**
 * Success and cost of one attempt, as published: aider's polyglot leaderboard (Aider-AI/aider,
 * aider/website/_data/polyglot_leaderboard.yml, commit 0153842): `pass_rate_2`, and `total_cost` of 225 exercises.
 */
export const agents = [
  { name: "o3 (high)", rate: 0.796, usd: 111.0325 / 225 },
  { name: "o4-mini (high)", rate: 0.72, usd: 19.6399 / 225 },
  { name: "claude-3-7-sonnet", rate: 0.604, usd: 17.7191 / 225 },
  { name: "gpt-4.1-mini", rate: 0.324, usd: 1.9918 / 225 },
] as const;

export const works = ["w0", "w1", "w2", "w3"] as const;

/**
 * No leaderboard tells success by kind of work. Assumed: each agent is better than its mean at one kind, and worse at
 * another, by `spread` in log-odds.
 */
export function rateOf(agent: number, work: number, spread: number): number {
  const rate = agents[agent]?.rate ?? 0;
  const shift = [spread, 0, -spread, 0][(work - agent + 4) % 4] ?? 0;
  const odds = (rate / (1 - rate)) * Math.exp(shift);
  return odds / (1 + odds);
}

export type Policy =
  | { readonly kind: "fixed"; readonly agent: number }
  | { readonly kind: "order"; readonly order: RoutingOrder; readonly minSuccess: number }
  /** Knows the true rates. */
  | { readonly kind: "oracle"; readonly minSuccess: number };

export interface Run {
  readonly sheets: number;
  /** Sheets whose first attempt landed. */
  readonly first: number;
  /** What first attempts cost. */
  readonly firstUsd: number;
  /** With retries and the agents that take over: sheets that landed, attempts, cost. */
  readonly landed: number;
  readonly attempts: number;
  readonly usd: number;
  /** Landed results for a dollar that first choices gave away, as shares of the oracle's, summed up to these sheets. */
  readonly regret: readonly number[];
}

export const marks = [250, 500, 1_000, 2_000, 4_000] as const;
/** As a score's usual `retry.attempts`. */
const attemptsEach = 3;
const plans = agents.map(
  ({ name }): AgentPlan => ({ kind: "profile", name, model: null, args: [], env: {}, account: null }),
);

export interface World {
  readonly sheets: number;
  readonly spread: number;
  readonly seed: string;
  /** What regret is measured by. */
  readonly minSuccess: number;
}

/** Plays sheets one after the other; every attempt is known before the next choice. */
export function simulate(policy: Policy, { sheets, spread, seed, minSuccess }: World): Run {
  const chance = seeded(seed);
  const figures = new Map<string, WorkFigures>();
  const regret: number[] = [];
  let [first, firstUsd, landed, attempts, usd, lost] = [0, 0, 0, 0, 0, 0];
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const work = Math.floor(chance() * works.length);
    const order = orderFor(policy, { work, spread, figures: [...figures.values()], seed: `${seed}/${String(sheet)}` });
    const best = oracle(work, spread, minSuccess);
    lost += 1 - perLanding(best[0] ?? 0, work, spread) / perLanding(order[0] ?? 0, work, spread, minSuccess);
    const played = play(order, { work, spread, chance, figures });
    first += played.isFirst ? 1 : 0;
    firstUsd += agents[order[0] ?? 0]?.usd ?? 0;
    landed += played.isLanded ? 1 : 0;
    attempts += played.attempts;
    usd += played.usd;
    if (marks.some((mark) => mark === sheet)) regret.push(lost);
  }
  return { sheets, first, firstUsd, landed, attempts, usd, regret };
}

interface Playing {
  readonly work: number;
  readonly spread: number;
  readonly chance: Chance;
  readonly figures: Map<string, WorkFigures>;
}

function play(order: readonly number[], { work, spread, chance, figures }: Playing) {
  let [attempts, usd] = [0, 0];
  for (const agent of order)
    for (let round = 0; round < attemptsEach; round += 1) {
      const isGood = chance() < rateOf(agent, work, spread);
      const cost = agents[agent]?.usd ?? 0;
      attempts += 1;
      usd += cost;
      note(figures, { agent, work, isGood, usd: cost });
      if (isGood) return { isFirst: attempts === 1, isLanded: true, attempts, usd };
    }
  return { isFirst: false, isLanded: false, attempts, usd };
}

function note(
  figures: Map<string, WorkFigures>,
  { agent, work, isGood, usd }: { agent: number; work: number; isGood: boolean; usd: number },
): void {
  const key = `${String(agent)}/${String(work)}`;
  const name = agents[agent]?.name ?? "";
  const own = figures.get(key) ?? {
    ...{ work: works[work] ?? "", agent: name, model: null },
    ...{ used: 0, counted: 0, landed: 0, usd: 0, priced: 0 },
  };
  figures.set(key, {
    ...own,
    used: own.used + 1,
    counted: own.counted + 1,
    landed: own.landed + (isGood ? 1 : 0),
    usd: own.usd + usd,
    priced: own.priced + 1,
  });
}

interface Asking {
  readonly work: number;
  readonly spread: number;
  readonly figures: readonly WorkFigures[];
  readonly seed: string;
}

function orderFor(policy: Policy, { work, spread, figures, seed }: Asking): readonly number[] {
  if (policy.kind === "oracle") return oracle(work, spread, policy.minSuccess);
  // A person who fixes an agent by hand lets the next best of the published figures take over.
  const rest = [...agents.keys()].sort((a, b) => perLanding(a, 0, 0) - perLanding(b, 0, 0));
  const followed = (agent: number): readonly number[] => [agent, ...rest.filter((other) => other !== agent)];
  if (policy.kind === "fixed") return followed(policy.agent);
  const routing: RoutingPlan = {
    agents: plans,
    pool: plans.length,
    order: policy.order,
    holdOut: 0.1,
    minSuccess: policy.minSuccess,
    rules: [],
  };
  const { order } = chooseAgent(routing, {
    work: { kind: works[work] ?? "", size: 0, paths: [], labels: [] },
    minute: 0,
    costLeftUsd: null,
    figures,
    more: new Map(),
    isFree: () => true,
    seed,
  });
  return policy.order === "measured" ? order : followed(order[0] ?? 0);
}

/** The expected cost until a result lands, where each attempt is by itself; endless for one that succeeds too little. */
function perLanding(...[agent, work, spread, minSuccess = 0]: readonly [number, number, number, number?]): number {
  const best = Math.max(...agents.map((_, other) => rateOf(other, work, spread)));
  const rate = rateOf(agent, work, spread);
  return rate < minSuccess * best ? Infinity : (agents[agent]?.usd ?? 0) / rate;
}

function oracle(work: number, spread: number, minSuccess: number): readonly number[] {
  const best = Math.max(...agents.map((_, agent) => rateOf(agent, work, spread)));
  const isLow = (agent: number): number => (rateOf(agent, work, spread) < minSuccess * best ? 1 : 0);
  return [...agents.keys()].sort(
    (a, b) => isLow(a) - isLow(b) || perLanding(a, work, spread) - perLanding(b, work, spread),
  );
}
