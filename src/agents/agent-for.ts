import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/agent-plan.ts";
import type { Agent } from "./agent.ts";
import { commandAgent } from "./command.ts";
import { scriptedAgent } from "./scripted.ts";
import { unavailableAgent } from "./unavailable.ts";

export interface AgentPaths {
  /** The executable of the scripted agent. */
  readonly scripted: string;
}

export function agentFor(plan: AgentPlan, paths: AgentPaths): Agent {
  switch (plan.kind) {
    case "command":
      return commandAgent(plan);
    case "scripted":
      return scriptedAgent(paths.scripted);
    case "unavailable":
      return unavailableAgent(plan.name);
    default:
      return unreachable(plan);
  }
}
