import { unreachable } from "../../base/error.ts";
import type { AgentPlan } from "../../score/agent-plan.ts";
import type { Agent, AgentCommand, AgentRequest } from "../agent.ts";
import { fitsArgument, promptTooLong } from "./prompt-argument.ts";
import { secretsIn } from "../secrets.ts";
import { readerFor } from "../streams/reader-for.ts";
import { genericComplaints } from "../trouble/complaints.ts";
import { agentVariables } from "../variables.ts";

type CommandPlan = Extract<AgentPlan, { kind: "command" }>;

/**
 * Any program that takes a prompt and changes files. What it prints is prose; what it has to report goes to
 * $TUTTI_EVENTS.
 */
export function commandAgent(plan: CommandPlan): Agent {
  return {
    name: plan.argv[0],
    abilities: { events: false, sessions: false, usage: false, budget: false },
    plan: (request) => planCommand(plan, request),
    reader: readerFor({ format: "text" }),
    complaints: genericComplaints,
    ...(plan.runsPrompt === true ? { runsPrompt: true } : {}),
  };
}

function planCommand({ argv, prompt, env: wanted }: CommandPlan, request: AgentRequest): AgentCommand {
  // Ours come last: a score must not be able to say that a sheet is another one.
  const env = { ...wanted, ...agentVariables(request) };
  const run = { kind: "run", env, secrets: secretsIn(env) } as const;
  switch (prompt) {
    case "stdin":
      return { ...run, argv, stdin: { path: request.promptPath } };
    case "file":
      return { ...run, argv: [...argv, request.promptPath] };
    case "argument":
      return fitsArgument(request.prompt)
        ? { ...run, argv: [...argv, request.prompt] }
        : promptTooLong(argv[0], request.prompt);
    default:
      return unreachable(prompt);
  }
}
