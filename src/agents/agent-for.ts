import { unreachable } from "../base/error.ts";
import type { AgentPlan } from "../score/plan/agent-plan.ts";
import type { Agent, AgentCommand, AgentRequest } from "./agent.ts";
import { fitsArgument, promptTooLong } from "./plain/prompt-argument.ts";
import { profileAgent } from "./profile/agent.ts";
import type { Bridges } from "./profile/wanted.ts";
import type { ProfileShelf } from "./profiles/shelf.ts";
import { secretsIn } from "./secrets.ts";
import { readerFor } from "./streams/reader-for.ts";
import { genericComplaints } from "./trouble/complaints.ts";
import { agentVariables } from "./variables.ts";

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

/**
 * An agent that a score names and that is not there. Jobs with one are refused before they start; this is for those
 * that were not.
 */
function unavailableAgent(name: string): Agent {
  return {
    name,
    abilities: { events: false, sessions: false, usage: false, budget: false },
    plan: () => ({
      kind: "refused",
      code: "E505",
      detail: `there is no agent ${JSON.stringify(name)} (tutti agents list shows those that there are)`,
    }),
    reader: () => ({ line: () => [], end: () => [] }),
    complaints: [],
  };
}

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
