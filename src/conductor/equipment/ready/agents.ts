import { isAbsolute } from "node:path";
import { lookAtAgent } from "../../../agents/probe.ts";
import type { ProfileShelf } from "../../../agents/profiles/shelf.ts";
import { firstFew, listOf } from "../../../base/text.ts";
import { findProgram, refusal } from "../../../process/program.ts";
import { type AgentPlan, agentName, programOf } from "../../../score/plan/agent-plan.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { BaseReport } from "../../hands.ts";
import type { Programs } from "../equipment.ts";

/** Why an agent can't work; `null`: nothing is known to keep it from that. */
type WhyNot = (agent: AgentPlan) => string | null;

/** Looks at the agents of a job without asking a model. */
export async function lookAtAgents(programs: Pick<Programs, "agents" | "client">, plan: Plan): Promise<BaseReport> {
  const cast = plan.sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]);
  const shelf = cast.some(({ kind }) => kind === "profile") ? await programs.agents.shelf() : undefined;
  const known = new Map<string, string | null>();
  return judgeAgents(plan, (agent) => {
    const name = `${programOf(agent)} ${agentName(agent)}`;
    const why = known.has(name) ? (known.get(name) ?? null) : whyNot(agent, shelf, programs.client);
    known.set(name, why);
    return why;
  });
}

function whyNot(agent: AgentPlan, shelf: ProfileShelf | undefined, env: Programs["client"]): string | null {
  if (agent.kind === "command") {
    const found = findProgram(agent.argv[0], env["PATH"], "/");
    return found.kind === "found" || isOfTree(agent.argv[0]) ? null : refusal(agent.argv[0], found.code);
  }
  if (agent.kind !== "profile") return null;
  const profile = shelf?.find(agent.name);
  if (profile === undefined) return "there is no such agent";
  return lookAtAgent(profile, { ...env, ...agent.env }).problems[0] ?? null;
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
