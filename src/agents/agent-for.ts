import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/plan.ts";
import type { Agent } from "./agent.ts";
import { commandAgent } from "./command.ts";
import { scriptedAgent } from "./scripted.ts";

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
    default:
      return unreachable(plan);
  }
}
