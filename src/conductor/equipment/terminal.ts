import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AgentPaths } from "../../agents/agent.ts";
import { planTerminal } from "../../agents/profile/cli.ts";
import { exists } from "../../base/files/exists.ts";
import { outsideOf } from "../../agents/run/outside.ts";
import { readVisitUsage } from "../../agents/run/reported.ts";
import type { Attempt } from "../hands.ts";
import type { Outside } from "../../process/enclosure.ts";
import type { Context } from "../../isolation/context.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { agentHome, isApart } from "./play.ts";

export interface AgentTerminal {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** The paths it needs besides the context. */
  readonly outside: Outside;
}

interface Where {
  readonly agent: AgentPlan;
  readonly session: string | null;
  readonly prompt: string | null;
  readonly context: Context;
  /** The visit that it is for. */
  readonly visit: string;
  /** Where the agent may export what it used. */
  readonly exportsTo?: string;
}

/**
 * How a person talks to a sheet's agent in a terminal, in its context and its session; `null` when it has no terminal
 * of its own.
 */
export async function terminalFor(
  equipment: Equipment,
  attempt: Attempt,
  { agent, session, context, prompt, visit, exportsTo }: Where,
): Promise<AgentTerminal | null> {
  const { job, sheet } = attempt;
  if (agent.kind !== "profile") return null;
  const profile = (await equipment.programs.agents.shelf()).find(agent.name);
  if (profile === undefined) return null;
  const folder = equipment.places.attempt(job.id, sheet.id, attempt.attempt);
  const paths = {
    promptPath: join(folder, "prompt.md"),
    eventsPath: visitPath(equipment, attempt, visit),
    contextPath: context.path,
    workspacePath: workspaceOf(equipment, job),
    homePath: agentHome(equipment, attempt),
  };
  const plan = planTerminal(profile, agent, {
    whose: { jobId: job.id, sheetId: sheet.id, attempt: attempt.attempt },
    prompt: prompt ?? "",
    paths,
    session,
    budgetUsd: null,
    // A network of its own does not reach the receiver on this machine's loopback.
    ...(exportsTo === undefined || isApart(job.plan.prepare) ? {} : { exportsTo }),
    environment: equipment.programs.client,
  });
  if (plan === null) return null;
  for (const { path, text } of plan.files) await writeMissing(path, text);
  if (job.plan.prepare?.container !== undefined) await makeSeen(paths);
  return { argv: plan.argv, env: plan.env, outside: outsideOf(plan, paths) };
}

/** A container shows only paths that are there. */
async function makeSeen({ homePath, eventsPath }: Pick<AgentPaths, "homePath" | "eventsPath">): Promise<void> {
  await mkdir(homePath, { recursive: true, mode: 0o700 });
  await writeMissing(eventsPath, "");
}

/** An attempt may have left more in it by now. */
async function writeMissing(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await exists(path))) await writeFile(path, text, { mode: 0o600 });
}

/**
 * Reads the usage that the agent of a visit reported; `null`: none. Removes the file, so that nothing is counted twice.
 */
export async function takeVisitUsage(
  equipment: Equipment,
  attempt: Attempt,
  { agent, visit }: Pick<Where, "agent" | "visit">,
): Promise<Usage | null> {
  const profile = agent.kind === "profile" ? (await equipment.programs.agents.shelf()).find(agent.name) : undefined;
  if (agent.kind !== "profile" || profile === undefined) return null;
  const path = visitPath(equipment, attempt, visit);
  const usage = await readVisitUsage(path, () => equipment.world.now(), {
    models: profile.models,
    model: agent.model ?? profile.model,
  });
  await rm(path, { force: true });
  return usage;
}

/** Beside the logs of the attempt. */
function visitPath({ places }: Equipment, { job, sheet, attempt }: Attempt, visit: string): string {
  return join(places.attempt(job.id, sheet.id, attempt), `visit-${visit}.jsonl`);
}
