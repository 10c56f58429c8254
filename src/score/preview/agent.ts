import { type AgentPlan, agentName } from "../plan/agent-plan.ts";

export interface AgentPreview {
  readonly kind: AgentPlan["kind"];
  /** What people call it: its program, its profile, or the name that a score of Mozart's has for it. */
  readonly name: string;
  readonly command?: readonly string[];
  readonly prompt?: string;
  readonly prompt_is?: "program";
  /** `null`: the one that its profile or the agent itself takes. */
  readonly model?: string | null;
  readonly args?: readonly string[];
  readonly account?: string | null;
  /** Names only: values may be secrets. */
  readonly env?: readonly string[];
}

export function agentPreview(agent: AgentPlan): AgentPreview {
  switch (agent.kind) {
    case "command":
      return {
        kind: agent.kind,
        name: shownAgent(agent),
        command: agent.argv,
        prompt: agent.prompt,
        ...(agent.runsPrompt === true ? { prompt_is: "program" } : {}),
        env: Object.keys(agent.env),
      };
    case "profile":
      return {
        kind: agent.kind,
        name: agent.name,
        model: agent.model,
        args: agent.args,
        account: agent.account,
        env: Object.keys(agent.env),
      };
    case "scripted":
    case "unavailable":
      return { kind: agent.kind, name: shownAgent(agent) };
  }
}

/** In few words: of a program only its name, of a profile the model too. */
export function shownAgent(agent: AgentPlan): string {
  return agent.kind === "command" ? (agent.argv[0].split("/").at(-1) ?? agent.argv[0]) : agentName(agent);
}

/** Each agent once, in the order of the sheets that they play first. */
export function distinctAgents(agents: Iterable<AgentPlan>): readonly AgentPlan[] {
  // Sheets that come from one place share the same object, which spares looking into all of them.
  const found = new Map<string, AgentPlan>();
  for (const agent of new Set(agents)) {
    const key = JSON.stringify(agent);
    if (!found.has(key)) found.set(key, agent);
  }
  return [...found.values()];
}
