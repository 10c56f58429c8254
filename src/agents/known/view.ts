import { probeAgent } from "../probe.ts";
import { abilitiesOf } from "../profile/agent.ts";
import { lookAtProfiles } from "../profiles/load.ts";
import type { ProfileShelf, ShelfEntry } from "../profiles/shelf.ts";
import type { AgentsView, AgentView } from "../../api/contract/agents.ts";
import { TuttiError } from "../../base/error.ts";
import type { RunProcess } from "../../process/process.ts";
import { suggestion } from "../../score/source/nearest.ts";

export interface AgentsQuestion {
  readonly run: RunProcess;
  /** The caller's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** None: all of them. */
  readonly names: readonly string[];
}

/** The facts about agents that need no question to a model. */
export async function agentsView({ run, env, folder, names }: AgentsQuestion): Promise<AgentsView> {
  const { shelf, problems } = await lookAtProfiles({ env, project: folder });
  const asked = names.length === 0 ? shelf.all() : names.map((name) => requireEntry(shelf, name));
  const once = eachOnce(run);
  const agents = asked.map((entry) =>
    viewOf(entry, { run: once, env, folder, mayRun: entry.origin !== "project" || names.length > 0 }),
  );
  return { agents: await Promise.all(agents), problems: problems.map(({ message }) => message) };
}

function requireEntry(shelf: ProfileShelf, name: string): ShelfEntry {
  const profile = shelf.find(name);
  const entry = shelf.all().find((candidate) => candidate.profile === profile);
  if (entry !== undefined) return entry;
  throw new TuttiError(
    "agent.unavailable",
    `there is no agent ${JSON.stringify(name)}${suggestion(name, shelf.names())}`,
    {
      audience: "user",
      hint: "tutti agents list shows those that there are; docs/agents.md tells how to describe another.",
    },
  );
}

async function viewOf(
  { profile, origin, path }: ShelfEntry,
  prober: Parameters<typeof probeAgent>[1],
): Promise<AgentView> {
  const { name, displayName, description, aliases, kind, verified, models, pricesAsOf } = profile;
  const abilities = Object.entries(abilitiesOf(profile, profile.model)).flatMap(([ability, has]) =>
    has === true ? [ability] : [],
  );
  return {
    name,
    displayName,
    description,
    aliases,
    kind,
    origin,
    path,
    verified,
    abilities,
    models,
    pricesAsOf,
    ...(await probeAgent(profile, prober)),
  };
}

/** Several profiles may be about one program, and some take seconds to say their version. */
function eachOnce(run: RunProcess): RunProcess {
  const known = new Map<string, ReturnType<RunProcess>>();
  return (request) => {
    const key = JSON.stringify(request.argv);
    const end = known.get(key) ?? run(request);
    known.set(key, end);
    return end;
  };
}
