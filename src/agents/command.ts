import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/agent-plan.ts";
import type { Agent, AgentCommand, AgentRequest } from "./agent.ts";
import { agentEnd } from "./end.ts";
import { agentVariables } from "./variables.ts";

type CommandPlan = Extract<AgentPlan, { kind: "command" }>;

/** Linux takes no single argument of 128 KiB or more; below it by a margin, the same on every system. */
const longestArgumentBytes = 120 * 1024;

/** Any program that takes a prompt and changes files. */
export function commandAgent(plan: CommandPlan): Agent {
  return { name: plan.argv[0], plan: (request) => planCommand(plan, request), readEnd: agentEnd };
}

function planCommand({ argv, prompt, env }: CommandPlan, request: AgentRequest): AgentCommand {
  // Ours come last: a score must not be able to say that a sheet is another one.
  const variables = { ...env, ...agentVariables(request) };
  switch (prompt) {
    case "stdin":
      return { kind: "run", argv, env: variables, stdin: { path: request.promptPath } };
    case "file":
      return { kind: "run", argv: [...argv, request.promptPath], env: variables };
    case "argument": {
      const bytes = Buffer.byteLength(request.prompt);
      if (bytes > longestArgumentBytes) return { kind: "refused", detail: tooLong(argv[0], bytes) };
      return { kind: "run", argv: [...argv, request.prompt], env: variables };
    }
    default:
      return unreachable(prompt);
  }
}

function tooLong(program: string, bytes: number): string {
  return `the prompt for ${JSON.stringify(program)} has ${bytes} bytes, more than an argument can hold (${longestArgumentBytes}); give it by stdin or file`;
}
