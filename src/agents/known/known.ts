import { type ProfileSources, hasOwnProfiles } from "../profiles/folder.ts";
import type { ProfileShelf } from "../profiles/shelf.ts";
import { bareName, modelOf } from "../../api/contract/agents.ts";
import type { Uncounted } from "../../api/contract/cost/cost.ts";
import { findProgram, refusal } from "../../process/program.ts";
import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";
import type { ScoreOptions } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { distinctAgents } from "../../score/preview/settings.ts";
import type { Job } from "../../sheet/job.ts";

// Reading the profiles takes longer than the rest of a command or of a job's start: they are loaded when needed.

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names that scores of a folder may use for agents. Throws if a profile is not valid: it may be the intended one.
 * Without profiles of the user's or the project's, the score reader knows all names, and nothing is read.
 */
export async function knownAgents(env: Environment, folder: string): Promise<ScoreOptions> {
  const sources = { env, project: folder };
  if (!(await hasOwnProfiles(sources))) return {};
  const { readProfiles } = await import("../profiles/load.ts");
  const shelf = await readProfiles(sources);
  return { agents: new Set(shelf.all().flatMap(({ profile }) => [profile.name, ...profile.aliases])) };
}

/** The names of those among them that run their prompt as a program; none that is built in does. */
export async function programAgents(env: Environment, folder: string): Promise<ReadonlySet<string>> {
  const sources = { env, project: folder };
  if (!(await hasOwnProfiles(sources))) return new Set();
  const { readProfiles } = await import("../profiles/load.ts");
  const programs = (await readProfiles(sources))
    .all()
    .filter(({ profile }) => profile.kind === "cli" && profile.promptIs === "program");
  return new Set(programs.flatMap(({ profile }) => [profile.name, ...profile.aliases]));
}

/** Gives the profiles for a job. Those that are built in are read once. */
export function makeShelves(): (sources: ProfileSources) => Promise<ProfileShelf> {
  let builtIn: Promise<ProfileShelf> | undefined;
  return async (sources) => {
    const { readProfiles } = await import("../profiles/load.ts");
    if (await hasOwnProfiles(sources)) return readProfiles(sources);
    builtIn ??= readProfiles(sources);
    return builtIn;
  };
}

/** Agents of a job that were not verified with the version of their profile. */
export async function unverifiedAgents(env: Environment, job: Job): Promise<readonly string[]> {
  const agents = new Set(job.plan.sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]));
  const names = new Set([...agents].flatMap((agent) => (agent.kind === "profile" ? [agent.name] : [])));
  if (names.size === 0) return [];
  const { lookAtProfiles } = await import("../profiles/load.ts");
  const { shelf } = await lookAtProfiles({ env, project: job.repository.top });
  return [...names].filter((name) => shelf.find(name)?.verified === null);
}

/** Agents of a plan whose cost stays unknown although the plan limits it. */
export async function uncountedAgents(
  { cost, sheets }: Pick<Plan, "cost" | "sheets">,
  env: Environment,
  folder: string | null,
): Promise<readonly Uncounted[]> {
  if (cost.perJobUsd === null && cost.perSheetUsd === null) return [];
  const agents = distinctAgents(sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]));
  const hasProfile = agents.some(({ kind }) => kind === "profile");
  const shelf = hasProfile
    ? (await (await import("../profiles/load.ts")).lookAtProfiles({ env, project: folder })).shelf
    : undefined;
  const { whyNoCost } = await import("../profile/prices.ts");
  return agents.flatMap((agent): readonly Uncounted[] => {
    const profile = agent.kind === "profile" ? shelf?.find(agent.name) : undefined;
    const why =
      agent.kind === "command" ? commandTells : profile === undefined ? null : whyNoCost(profile, modelOf(agent));
    return why === null ? [] : [{ agent: bareName(agent), model: modelOf(agent), why }];
  });
}

const commandTells = "a command reports no cost unless it writes one to $TUTTI_EVENTS";

/** Why some of these can't work, a sentence for each; nothing is run for it. */
export async function missingAgents(
  agents: readonly AgentPlan[],
  env: Environment,
  folder: string,
): Promise<readonly string[]> {
  const { lookAtProfiles } = await import("../profiles/load.ts");
  const { lookAtAgent } = await import("../probe.ts");
  const { shelf } = await lookAtProfiles({ env, project: folder });
  const whyNot = (agent: AgentPlan): readonly string[] => {
    if (agent.kind === "scripted") return [];
    if (agent.kind === "command") return missingProgram(agent.argv[0], env);
    const profile = shelf.find(agent.name);
    return profile === undefined
      ? ["there is no such agent"]
      : lookAtAgent(profile, { ...env, ...(agent.kind === "profile" ? agent.env : {}) }).problems;
  };
  return [...new Set(agents.flatMap((agent) => whyNot(agent).map((why) => `${agentName(agent)}: ${why}`)))];
}

function missingProgram(name: string, env: Environment): readonly string[] {
  const found = findProgram(name, env["PATH"], "/");
  return found.kind === "found" ? [] : [refusal(name, found.code)];
}
