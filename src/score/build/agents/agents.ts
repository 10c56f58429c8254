import { profileName } from "../../known-agents.ts";
import { runsItsInput } from "../../interpreter.ts";
import { locatedProgram } from "../../match/paths.ts";
import type { AgentPlan } from "../../plan/agents/agent-plan.ts";
import { auto } from "../../plan/agents/routing-plan.ts";
import type { CommandAgent, ProfileAgent, WrittenAgent } from "../../schema/agent.ts";
import { suggestion } from "../../source/nearest.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";

/** The agents of a score. */
export interface Agents {
  /** The agent that is meant; one that is not there is told, and `null` unless a plan may name it all the same. */
  readonly find: (written: WrittenAgent, path: KeyPath) => AgentPlan | null;
}

interface Cast {
  /** Those that the score gives names. */
  readonly named: Readonly<Record<string, WrittenAgent>>;
  readonly baseDir: string;
  readonly profiles: ReadonlySet<string>;
  /** Names that a plan may hold although nothing here can run them; the reader of the score says what they are. */
  readonly foreign: ReadonlySet<string>;
}

const builtIn = "scripted";
const reserved = [builtIn, auto.name];

export function castOf(cast: Cast, report: Report): Agents {
  for (const name of reserved)
    if (Object.hasOwn(cast.named, name))
      report.key("V018", ["agents", name], `${name} is the name of the agent that is built in`);
  const own = new Map(
    Object.entries(cast.named).map(([name, written]) => [name, ownPlan(name, cast, { written, report })]),
  );
  const profiles = new Map<string, AgentPlan>();
  const find = (written: WrittenAgent, path: KeyPath): AgentPlan | null => {
    if (typeof written !== "string") return planOf(written, cast, { report, path });
    if (written === builtIn) return { kind: "scripted" };
    if (written === auto.name) return auto;
    const named = own.get(written) ?? profiles.get(written);
    // One that is wrong was told where it stands.
    if (named !== undefined || own.has(written)) return named ?? null;
    if (cast.foreign.has(written)) return { kind: "unavailable", name: written };
    if (cast.profiles.has(written)) {
      const plan = bare(written);
      profiles.set(written, plan);
      return plan;
    }
    report(
      "V018",
      path,
      `there is no agent ${JSON.stringify(written)}, neither under agents nor as a profile${suggestion(written, namesOf(cast))}`,
    );
    return null;
  };
  return { find };
}

interface Place {
  readonly report: Report;
  readonly path: KeyPath;
}

/** The agent that a name of the score means. */
function ownPlan(
  name: string,
  cast: Cast,
  { written, report }: { written: WrittenAgent; report: Report },
): AgentPlan | null {
  const path: KeyPath = ["agents", name];
  if (typeof written !== "string") return planOf(written, cast, { report, path });
  if (written === builtIn) return { kind: "scripted" };
  if (cast.profiles.has(written)) return bare(written);
  // A name for a name would have to be followed, perhaps in a circle, and says nothing.
  report(
    "V018",
    path,
    `must be a command, a profile or ${builtIn}: there is no profile ${JSON.stringify(written)}${suggestion(written, cast.profiles)}`,
  );
  return null;
}

function planOf(written: Exclude<WrittenAgent, string>, cast: Cast, { report, path }: Place): AgentPlan | null {
  if (!("use" in written)) return commandPlan(written, cast.baseDir);
  if (cast.profiles.has(written.use)) return profilePlan(written);
  report(
    "V018",
    [...path, "use"],
    `there is no profile ${JSON.stringify(written.use)}${suggestion(written.use, cast.profiles)}`,
  );
  return null;
}

function commandPlan({ command, prompt, prompt_is: kind, env, once }: CommandAgent, baseDir: string): AgentPlan {
  const runsPrompt = kind === undefined ? runsItsInput(command) : kind === "program";
  return {
    kind: "command",
    argv: locatedProgram(command, baseDir),
    prompt,
    env,
    once,
    ...(runsPrompt ? { runsPrompt } : {}),
  };
}

function profilePlan({ use, model, args, env, account }: ProfileAgent): AgentPlan {
  return { kind: "profile", name: profileName(use), model: model ?? null, args, env, account: account ?? null };
}

function bare(name: string): AgentPlan {
  return profilePlan({ use: name, args: [], env: {} });
}

function namesOf({ named, profiles }: Cast): readonly string[] {
  return [...reserved, ...Object.keys(named), ...profiles];
}
