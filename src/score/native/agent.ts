import type { z } from "zod";
import { environment, program, promptDelivery, text } from "../fields.ts";
import { locatedProgram } from "../paths.ts";
import type { AgentPlan } from "../plan.ts";
import { suggestion } from "../source/nearest.ts";
import { oneOf, strict } from "../source/shape.ts";

const commandAgent = strict({ command: program, prompt: promptDelivery, env: environment.default({}) });

/** An agent as it is written: the name of one, or a command of its own. */
export const agent = oneOf<WrittenAgent>((value) => (typeof value === "string" ? text : commandAgent));

export type WrittenAgent = string | z.infer<typeof commandAgent>;

interface Agents {
  /** Those that the score gives names. */
  readonly named: Readonly<Record<string, WrittenAgent>>;
  readonly baseDir: string;
}

/** The agent that is meant, or why there is none. */
export function agentPlan(written: WrittenAgent, agents: Agents): AgentPlan | { readonly kind: "unknown"; readonly why: string } {
  if (typeof written !== "string") return { kind: "command", argv: locatedProgram(written.command, agents.baseDir), prompt: written.prompt, env: written.env };
  if (written === builtIn) return { kind: "scripted" };
  const named = Object.hasOwn(agents.named, written) ? agents.named[written] : undefined;
  if (named === undefined) {
    const known = [builtIn, ...Object.keys(agents.named)];
    return { kind: "unknown", why: `there is no agent ${JSON.stringify(written)} under agents${suggestion(written, known)}` };
  }
  // A name for a name would have to be followed, perhaps in a circle, and says nothing.
  if (typeof named === "string" && named !== builtIn) return { kind: "unknown", why: `agents.${written} must be a command or ${builtIn}` };
  return agentPlan(named, agents);
}

export const builtIn = "scripted";
