import type { Agent } from "./agent.ts";
import { agentEnd } from "./end.ts";
import { agentVariables } from "./variables.ts";

/** Follows the script that is its prompt: an agent for tests and the demo that needs no model, key or network. */
export function scriptedAgent(executable: string): Agent {
  return {
    name: "scripted",
    // Through sh, so that it runs from a disk that is mounted without the right to execute.
    plan: (request) => ({ kind: "run", argv: ["/bin/sh", executable], env: agentVariables(request) }),
    readEnd: agentEnd,
  };
}
