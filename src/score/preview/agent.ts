import type { AgentPlan } from "../agent-plan.ts";

export interface AgentPreview {
  readonly kind: AgentPlan["kind"];
  /** What people call it: its program, or the name that a score of Mozart's has for it. */
  readonly name: string;
  readonly command?: readonly string[];
  readonly prompt?: string;
  /** Names only: values may be secrets. */
  readonly env?: readonly string[];
}

export function agentPreview(agent: AgentPlan): AgentPreview {
  const name = agentName(agent);
  if (agent.kind !== "command") return { kind: agent.kind, name };
  return { kind: agent.kind, name, command: agent.argv, prompt: agent.prompt, env: Object.keys(agent.env) };
}

export function agentName(agent: AgentPlan): string {
  switch (agent.kind) {
    case "command":
      return agent.argv[0].split("/").at(-1) ?? agent.argv[0];
    case "scripted":
      return "scripted";
    case "unavailable":
      return agent.name;
  }
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
