import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Prober } from "../../../agents/login.ts";
import { type AgentFindings, lookAtAgent, probeAgent } from "../../../agents/probe.ts";
import type { Profile } from "../../../agents/profiles/profile.ts";
import type { Origin, ProfileShelf } from "../../../agents/profiles/shelf.ts";
import { firstFew, listOf } from "../../../base/text.ts";
import { findProgram, refusal } from "../../../process/program.ts";
import { type AgentPlan, agentName, programOf } from "../../../score/plan/agents/agent-plan.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { Job } from "../../../sheet/job.ts";
import type { BaseReport } from "../../hands.ts";
import type { Programs } from "../equipment.ts";

/** Known reasons that keep an agent from work, or may. */
interface Seen {
  readonly why: string | null;
  readonly warning: string | null;
}

/** Why an agent can't work; `null`: nothing is known to keep it from that. */
type WhyNot = (agent: AgentPlan) => string | null;

type AgentPrograms = Pick<Programs, "agents" | "client" | "run">;

/** Looks at the agents of a job without asking a model. */
export async function lookAtAgents(
  programs: AgentPrograms,
  { plan, repository: { top } }: Pick<Job, "plan" | "repository">,
): Promise<BaseReport> {
  const place = top === null ? {} : { folder: top };
  const cast = plan.sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]);
  const agents = new Map(cast.map((agent) => [keyOf(agent), agent]));
  const shelf = cast.some(({ kind }) => kind === "profile") ? await programs.agents.shelf() : undefined;
  const found = await Promise.all(
    [...agents].map(async ([key, agent]) => [key, await lookAt(agent, shelf, { ...programs, place })] as const),
  );
  const seen = new Map(found);
  const { problems, told } = judgeAgents(plan, (agent) => seen.get(keyOf(agent))?.why ?? null);
  return { problems, told: [...told, ...found.flatMap(([, { warning }]) => warning ?? [])] };
}

function keyOf(agent: AgentPlan): string {
  return `${programOf(agent)} ${agentName(agent)} ${JSON.stringify(agent.kind === "profile" ? agent.env : {})}`;
}

async function lookAt(
  agent: AgentPlan,
  shelf: ProfileShelf | undefined,
  { place, ...programs }: AgentPrograms & { readonly place: Pick<Prober, "folder"> },
): Promise<Seen> {
  if (agent.kind === "command") return { why: missing(agent.argv[0], programs.client), warning: null };
  if (agent.kind !== "profile") return { why: null, warning: null };
  const profile = shelf?.find(agent.name);
  if (profile === undefined) return { why: "there is no such agent", warning: null };
  const mayRun = answersQuestions(profile, shelf?.all().find((entry) => entry.profile === profile)?.origin);
  const env = { ...programs.client, ...agent.env };
  const { problems, isLoggedIn } = await probeOnce(profile, { run: programs.run, env, mayRun, ...place });
  const how = "login" in profile ? (profile.login?.how ?? "") : "";
  const isWarned = problems.length === 0 && isLoggedIn === false;
  return { why: problems[0] ?? null, warning: isWarned ? `${agentName(agent)} has no login: ${how}` : null };
}

/**
 * A program that a cloned project names may be anything. One of the user's own may take a question for a prompt, unless
 * its profile says how to ask.
 */
function answersQuestions(profile: Profile, origin: Origin | undefined): boolean {
  return origin === "built-in" || (origin === "user" && "login" in profile && profile.login !== null);
}

function missing(program: string, env: AgentPrograms["client"]): string | null {
  const found = findProgram(program, env["PATH"], "/");
  return found.kind === "found" || isOfTree(program) ? null : refusal(program, found.code);
}

/** Programs that were seen to work, by file and time: some take seconds to say their version. */
const working = new Map<string, AgentFindings>();
const mostWorking = 100;

async function probeOnce(profile: Profile, prober: Prober): Promise<AgentFindings> {
  const { program, problems } = lookAtAgent(profile, prober.env);
  if (program === null || problems.length > 0) return probeAgent(profile, prober);
  const changedAt = await stat(program).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const key = JSON.stringify([profile.name, program, changedAt, prober.env["HOME"], prober.folder]);
  const known = working.get(key);
  if (known !== undefined) return known;
  const found = await probeAgent(profile, prober);
  if (working.size >= mostWorking) working.clear();
  if (found.problems.length === 0 && found.isLoggedIn !== false) working.set(key, found);
  return found;
}

/** It lies in the context, or a sheet puts it there. */
function isOfTree(program: string): boolean {
  return program.includes("/") && !isAbsolute(program);
}

/** A sheet whose agent can't work starts with its first fallback that can. */
export function judgeAgents({ sheets }: Pick<Plan, "sheets">, why: WhyNot): BaseReport {
  const stuck = new Map<
    string,
    { readonly why: string; readonly sheets: string[]; readonly tried: readonly string[] }
  >();
  const told = new Set<string>();
  for (const { id, agent, fallbacks } of sheets) {
    const reason = why(agent);
    if (reason === null) continue;
    const name = agentName(agent);
    const other = fallbacks.find((fallback) => why(fallback) === null);
    if (other === undefined) {
      const known = stuck.get(name) ?? { why: reason, sheets: [], tried: fallbacks.map(agentName) };
      known.sheets.push(id);
      stuck.set(name, known);
    } else told.add(`${name} can't work, so ${agentName(other)} takes over at once: ${reason}`);
  }
  return {
    problems: [...stuck].map(([what, { why: reason, sheets: ids, tried }]) => ({
      code: "ready.no_agent",
      what: `the agent ${what}`,
      where: firstFew(ids, mostNamed),
      why: `${reason}${tried.length === 0 ? "" : ` Nor can ${listOf(tried)}.`}`,
      output: "",
      next: `See what is wrong: tutti agents check ${what.split(" ")[0] ?? what}; or choose another agent.`,
    })),
    told: [...told],
  };
}

const mostNamed = 3;
