import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { Agent, AgentCommand, AgentRequest, Bridges } from "./agent.ts";
import { agentVariables, secretsIn } from "./environment.ts";
import { profileAgent } from "./profile/agent.ts";
import { fitsArgument, promptTooLong } from "./profile/cli.ts";
import type { ProfileShelf } from "./profiles/shelf.ts";
import { readerFor } from "./streams/reader-for.ts";
import { genericComplaints } from "./trouble/complaints.ts";

export interface Cast extends Bridges {
  /** Path of the scripted agent. */
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

/** Follows the script in its prompt: for tests and the demo, without model, key or network. */
export function scriptedAgent(executable: string): Agent {
  return {
    name: "scripted",
    abilities: { events: false, sessions: false, usage: false, budget: false },
    // Through sh: its disk may be mounted noexec.
    plan: (request) => ({
      kind: "run",
      argv: ["/bin/sh", executable],
      env: agentVariables(request),
      own: [executable],
    }),
    reader: readerFor({ format: "text" }),
    complaints: [],
    isFree: true,
  };
}

/** Jobs with a missing agent are refused before they start; this covers the rest. */
function unavailableAgent(name: string): Agent {
  return {
    name,
    abilities: { events: false, sessions: false, usage: false, budget: false },
    plan: () => ({
      kind: "refused",
      code: "E505",
      detail: `there is no agent ${JSON.stringify(name)} (tutti agents list shows all agents)`,
    }),
    reader: readerFor({ format: "text" }),
    complaints: [],
  };
}

type CommandPlan = Extract<AgentPlan, { kind: "command" }>;

/** Any program that takes a prompt and changes files. Its output is prose; events go to $TUTTI_EVENTS. */
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
  // Ours last: a score must not fake its sheet.
  const env = { ...wanted, ...agentVariables(request) };
  const run = { kind: "run", env, secrets: secretsIn(env) } as const;
  switch (prompt) {
    case "stdin":
      return { ...run, argv, stdin: { path: request.paths.promptPath } };
    case "file":
      return { ...run, argv: [...argv, request.paths.promptPath] };
    case "argument":
      return fitsArgument(request.prompt)
        ? { ...run, argv: [...argv, request.prompt] }
        : promptTooLong(argv[0], request.prompt);
    default:
      return unreachable(prompt);
  }
}
