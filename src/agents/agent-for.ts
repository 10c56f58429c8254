import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/agent-plan.ts";
import type { Agent } from "./agent.ts";
import { commandAgent } from "./plain/command.ts";
import { profileAgent } from "./profile/agent.ts";
import type { Bridges } from "./profile/wanted.ts";
import type { ProfileShelf } from "./profiles/shelf.ts";
import { scriptedAgent } from "./plain/scripted.ts";
import { unavailableAgent } from "./plain/unavailable.ts";

/** All that a plan may need to become an agent. */
export interface Cast extends Bridges {
  /** The executable of the scripted agent. */
  readonly scripted: string;
  readonly shelf: ProfileShelf;
}

export function agentFor(plan: AgentPlan, cast: Cast): Agent {
  switch (plan.kind) {
    case "command":
      return commandAgent(plan);
    case "scripted":
      return scriptedAgent(cast.scripted);
    case "profile": {
      const profile = cast.shelf.find(plan.name);
      return profile === undefined ? unavailableAgent(plan.name) : profileAgent(profile, plan, cast);
    }
    case "unavailable":
      return unavailableAgent(plan.name);
    default:
      return unreachable(plan);
  }
}
