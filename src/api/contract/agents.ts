import type { EpochMs } from "../../base/ids.ts";
import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";

/** The agents that a score can name. */
export interface AgentsView {
  readonly agents: readonly AgentView[];
  /** Faults in files that describe agents, each a line with its place; those agents are not among these. */
  readonly problems: readonly string[];
}

export interface AgentView {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly aliases: readonly string[];
  /** `cli`, `acp` or `http`. */
  readonly kind: string;
  /** `built-in`, `user` or `project`. */
  readonly origin: string;
  /** The file that describes it. */
  readonly path: string;
  /** `null`: the profile has not been tested with the real program. */
  readonly verified: { readonly version: string; readonly date: string } | null;
  /** The program that would be run, and what it says of itself; `null`: there is none, or it was not asked. */
  readonly program: string | null;
  readonly version: string | null;
  /** With which login it works. */
  readonly login: string;
  /** Its capabilities: `events`, `sessions`, `usage`, `budget`. */
  readonly abilities: readonly string[];
  readonly models: readonly AgentModel[];
  readonly pricesAsOf: string | null;
  /** Why it can't work, each a sentence that says what to do. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Known facts of accounts and models, over all homes of a user; the last used come first. */
export interface AccountLimits {
  /** The account and its model, by a hash of what its credentials point to. */
  readonly key: string;
  readonly account: string;
  /** The agent, and its model. */
  readonly name: string;
  /** Sessions of all homes. */
  readonly running: number;
  /** As many as may be at once; `null`: any number. */
  readonly most: number | null;
  /** A refusal or a setting says so; else the number still grows. */
  readonly isLearnt: boolean;
  /** Some home would start more if it might. */
  readonly isAwaited: boolean;
  /** Homes that have sessions now. */
  readonly homes: number;
  readonly rates: readonly { unit: "calls" | "tokens"; limit: number; perMs: number; used: number }[];
  /** Nothing is sent there. */
  readonly shut: { readonly why: string; readonly until: EpochMs | null; readonly detail: string } | null;
  /** A setting keeps sheets from it: quiet hours, or a budget of the day. */
  readonly closed: { readonly why: "quiet" | "usd" | "tokens"; readonly until: EpochMs } | null;
  /** Of the account, with all of its models. */
  readonly today: { readonly calls: number; readonly tokens: number; readonly usd: number };
  /** Of today's budgets; `null`: there is none. */
  readonly left: { readonly usd: number | null; readonly tokens: number | null };
}

/** Prices in US dollars for a million tokens. */
export interface AgentModel {
  readonly name: string;
  readonly context: number | null;
  readonly price: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number | null;
    readonly cacheWrite: number | null;
  } | null;
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

/** In the place of an agent, where there is nothing to be played. */
export const nobodyPlays = "no agent: it only takes a landing back";
