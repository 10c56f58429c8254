/** The agent that does the work of a sheet. */
export type AgentPlan =
  | {
      readonly kind: "command";
      readonly argv: readonly [string, ...string[]];
      readonly prompt: PromptDelivery;
      readonly env: Readonly<Record<string, string>>;
      /** It gives the same answer each time: it is asked once, and the next agent goes on from its work. */
      readonly once: boolean;
      /** Its prompt is a program that it runs, so nothing is added to it. */
      readonly runsPrompt?: true;
    }
  | { readonly kind: "scripted" }
  | ProfileAgentPlan
  /** Named by a score of Mozart's, which is worth reading all the same; it can't be run. */
  | { readonly kind: "unavailable"; readonly name: string };

/** An agent that a profile describes: built in, or a YAML file of the user's or the project's. */
export interface ProfileAgentPlan {
  readonly kind: "profile";
  /** Of the profile. */
  readonly name: string;
  /** `null`: the one that the profile or the agent itself takes. */
  readonly model: string | null;
  /** Added to those of the profile. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whose limits it shares; `null`: all that use this profile share them. */
  readonly account: string | null;
}

/**
 * How a command agent gets its prompt: on stdin, as the last argument, or as the path of a file as the last argument.
 */
export type PromptDelivery = "stdin" | "argument" | "file";

/** The name of an agent in messages. */
export function agentName(plan: AgentPlan): string {
  switch (plan.kind) {
    case "command":
      return plan.argv[0];
    case "scripted":
      return "scripted";
    case "profile":
      return plan.model === null ? plan.name : `${plan.name} (${plan.model})`;
    case "unavailable":
      return plan.name;
  }
}

/** A program may call a model; one that only runs its prompt, or gives the same answer each time, does not. */
export function mayCost(agent: AgentPlan): boolean {
  return agent.kind === "profile" || (agent.kind === "command" && agent.runsPrompt !== true && !agent.once);
}

/** In few words: of a program only its name, of a profile the model too. */
export function shownAgent(agent: AgentPlan): string {
  return agent.kind === "command" ? (agent.argv[0].split("/").at(-1) ?? agent.argv[0]) : agentName(agent);
}

/** Whose credentials an agent works with: what one run is refused for, all others of the account would be. */
export function accountOf(plan: AgentPlan): string {
  if (plan.kind === "profile") return plan.account ?? plan.name;
  // Scripts that one shell runs have nothing in common but the shell.
  return `${plan.kind}:${plan.kind === "command" ? plan.argv.join(" ") : agentName(plan)}`;
}

/** Agents that run the same program are missing together. */
export function programOf(plan: AgentPlan): string {
  if (plan.kind === "command") return `command:${plan.argv[0]}`;
  return plan.kind === "profile" && plan.account !== null && plan.account !== plan.name
    ? `program:${plan.name}`
    : accountOf(plan);
}

/** A provider limits an account's use of one model. */
export function laneOf(plan: AgentPlan): string {
  return plan.kind === "profile" ? `${accountOf(plan)}/${plan.model ?? "default"}` : accountOf(plan);
}
