import { locatedProgram } from "../paths.ts";
import type { AgentPlan } from "../agent-plan.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import { suggestion } from "../source/nearest.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

/** Who the agents of a score are. */
export interface Agents {
  /** The agent that is meant; one that is not there is told, and `null` unless a plan may name it all the same. */
  readonly find: (written: WrittenAgent, path: KeyPath) => AgentPlan | null;
}

interface Cast {
  /** Those that the score gives names. */
  readonly named: Readonly<Record<string, WrittenAgent>>;
  readonly baseDir: string;
  /** Names that a plan may hold although nothing here can run them; what they are is told by whoever read them. */
  readonly foreign: ReadonlySet<string>;
}

const builtIn = "scripted";

export function castOf(cast: Cast, report: Report): Agents {
  if (Object.hasOwn(cast.named, builtIn)) report.key("V018", ["agents", builtIn], `${builtIn} is the name of the agent that is built in`);
  return {
    find: (written, path) => {
      const agent = planOf(written, cast);
      if (agent.kind !== "unknown") return agent;
      report("V018", path, agent.why);
      return null;
    },
  };
}

function planOf(written: WrittenAgent, cast: Cast): AgentPlan | { readonly kind: "unknown"; readonly why: string } {
  if (typeof written !== "string") return { kind: "command", argv: locatedProgram(written.command, cast.baseDir), prompt: written.prompt, env: written.env };
  if (written === builtIn) return { kind: "scripted" };
  const named = Object.hasOwn(cast.named, written) ? cast.named[written] : undefined;
  if (named === undefined) {
    if (cast.foreign.has(written)) return { kind: "unavailable", name: written };
    return { kind: "unknown", why: `there is no agent ${JSON.stringify(written)} under agents${suggestion(written, [builtIn, ...Object.keys(cast.named)])}` };
  }
  // A name for a name would have to be followed, perhaps in a circle, and says nothing.
  if (typeof named === "string" && named !== builtIn) return { kind: "unknown", why: `agents.${written} must be a command or ${builtIn}` };
  return planOf(named, cast);
}
