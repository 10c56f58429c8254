import { globMatcher } from "../../match/glob.ts";
import type { AgentPlan } from "../../plan/agents/agent-plan.ts";
import type { RoutingPlan, RoutingRule } from "../../plan/agents/routing-plan.ts";
import type { WrittenAgent } from "../../schema/agent.ts";
import type { WrittenRouting } from "../../schema/routing.ts";
import type { KeyPath } from "../../source/place.ts";

interface Place {
  /** Where the routing stands. */
  readonly path: KeyPath;
  readonly find: (written: WrittenAgent, path: KeyPath) => AgentPlan | null;
  readonly wrong: (path: KeyPath, why: string) => void;
}

/** `null` after telling of agents that are not there. */
export function routingOf(written: WrittenRouting, { path, find, wrong }: Place): RoutingPlan | null {
  const pool = written.agents.map((agent, index) => find(agent, [...path, "agents", index]));
  const ruled = written.rules.map(({ agent }, index) => find(agent, [...path, "rules", index, "agent"]));
  const agents: AgentPlan[] = [];
  const placeOf = (agent: AgentPlan): number => {
    const text = JSON.stringify(agent);
    const known = agents.findIndex((other) => JSON.stringify(other) === text);
    return known === -1 ? agents.push(agent) - 1 : known;
  };
  for (const agent of pool) if (agent !== null) placeOf(agent);
  const size = agents.length;
  if (size < pool.length && !pool.includes(null)) wrong([...path, "agents"], "names an agent twice");
  const rules = written.rules.flatMap((rule, index): readonly RoutingRule[] => {
    const agent = ruled[index];
    checkGlobs(rule.paths, (why) => {
      wrong([...path, "rules", index, "paths"], why);
    });
    return agent === undefined || agent === null ? [] : [ruleOf(rule, placeOf(agent))];
  });
  if (pool.includes(null) || ruled.includes(null)) return null;
  const { order, hold_out: holdOut, min_success: minSuccess } = written;
  return { agents, pool: size, order, holdOut, minSuccess, rules };
}

function checkGlobs(globs: readonly string[] | undefined, wrong: (why: string) => void): void {
  const read = globMatcher(globs ?? []);
  if (read.kind === "wrong") wrong(read.why);
}

function ruleOf(rule: WrittenRouting["rules"][number], agent: number): RoutingRule {
  const { name, kind, paths, labels, min_size, max_size, hours, cost_left_below } = rule;
  return {
    name: name ?? null,
    ...(kind === undefined ? {} : { kinds: kind }),
    ...(paths === undefined ? {} : { paths }),
    ...(labels === undefined ? {} : { labels }),
    ...(min_size === undefined ? {} : { minSize: min_size }),
    ...(max_size === undefined ? {} : { maxSize: max_size }),
    ...(hours === undefined ? {} : { hours: minutesOf(hours) }),
    ...(cost_left_below === undefined ? {} : { costLeftBelow: cost_left_below }),
    agent,
  };
}

function minutesOf(written: string): readonly [number, number] {
  const [from = 0, to = 0] = written.split("-").map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return [from, to];
}
