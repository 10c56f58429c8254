import { join } from "node:path";
import { planTerminal } from "../../agents/profile/cli.ts";
import type { Attempt } from "../hands.ts";
import type { Context } from "../../isolation/context.ts";
import type { AgentPlan } from "../../score/plan/agent-plan.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { agentHome } from "./play.ts";

interface Where {
  readonly agent: AgentPlan;
  readonly session: string | null;
  readonly prompt: string | null;
  readonly context: Context;
}

/**
 * How a person talks to a sheet's agent in a terminal, in its context and its session; `null` when it has no terminal
 * of its own.
 */
export async function terminalFor(
  equipment: Equipment,
  attempt: Attempt,
  { agent, session, context, prompt }: Where,
): Promise<{ readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } | null> {
  const { job, sheet } = attempt;
  if (agent.kind !== "profile") return null;
  const profile = (await equipment.programs.agents.shelf()).find(agent.name);
  if (profile === undefined) return null;
  const folder = equipment.places.attempt(job.id, sheet.id, attempt.attempt);
  const plan = planTerminal(profile, agent, {
    whose: { jobId: job.id, sheetId: sheet.id, attempt: attempt.attempt },
    prompt: prompt ?? "",
    paths: {
      promptPath: join(folder, "prompt.md"),
      eventsPath: join(folder, "events.jsonl"),
      contextPath: context.path,
      workspacePath: workspaceOf(equipment, job),
      homePath: agentHome(equipment, attempt),
    },
    session,
    budgetUsd: null,
    environment: equipment.programs.client,
  });
  return plan === null ? null : { argv: plan.argv, env: plan.env };
}
