import type { Agent } from "../agent.ts";
import { readerFor } from "../streams/reader-for.ts";
import { agentVariables } from "../variables.ts";

/** Follows the script that is its prompt: an agent for tests and the demo that needs no model, key or network. */
export function scriptedAgent(executable: string): Agent {
  return {
    name: "scripted",
    abilities: { events: false, sessions: false, usage: false, budget: false },
    // Through sh, so that it runs from a disk that is mounted without the right to execute.
    plan: (request) => ({ kind: "run", argv: ["/bin/sh", executable], env: agentVariables(request) }),
    reader: readerFor({ format: "text" }),
    complaints: [],
    isFree: true,
  };
}
