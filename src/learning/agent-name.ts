import { clip } from "../base/text.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";

/** The name that records of an agent share, whichever job it played in. */
export function learnedName(agent: AgentPlan): string {
  if (agent.kind === "scripted") return "scripted";
  if (agent.kind !== "command") return agent.name;
  const [program, ...rest] = agent.argv;
  return clip([program.split("/").at(-1) ?? program, ...rest].join(" "), 80);
}
