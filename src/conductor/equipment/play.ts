import { dirname, join } from "node:path";
import { eventsIn, playAgent } from "../../agents/run/play.ts";
import { replayUsage } from "../../agents/run/log.ts";
import { exists } from "../../base/files/exists.ts";
import type { AgentRun, Attempt } from "../hands.ts";
import type { Performance } from "../../sheet/performance.ts";
import type { Context } from "../../isolation/context.ts";
import type { Recipe } from "../../score/plan/recipe.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { levels } from "../../score/plan/levels.ts";
import type { Session } from "../../sheet/state.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import { type Equipment, resolverOf, workspaceOf } from "./equipment.ts";
import { readNotesText } from "./recall.ts";
import { belongingsOf, personalFiles, runFor } from "./sandbox.ts";
import { sceneFor } from "./scene.ts";

/** Runs a sheet's agent in its context. */
export async function playSheet(
  equipment: Equipment,
  attempt: Attempt,
  now: { readonly context: Context; readonly how: AgentRun },
): Promise<Performance> {
  const { job, sheet } = attempt;
  const { context, how } = now;
  const resolver = resolverOf(job.plan);
  const scene = await sceneFor(equipment, attempt, {
    contextPath: context.path,
    upstream: how.upstream,
    effort: how.effort,
  });
  const agent = await equipment.programs.agents.agentFor(how.agent);
  const prompt =
    agent.runsPrompt === true ? resolver.program(sheet, scene) : { beside: "", ...resolver.prompt(sheet, scene) };
  if (prompt.kind === "wrong") return unmade(`its prompt could not be made: ${prompt.why}`);
  const { activity } = equipment.shared;
  const of = { job: job.id, sheet: sheet.id, attempt: attempt.attempt };
  const folder = equipment.places.attempt(job.id, sheet.id, attempt.attempt);
  const homePath = agentHome(equipment, attempt);
  const own = belongingsOf(equipment, context);
  const mine = [homePath, eventsIn(folder), ...personalFiles(equipment, agent)];
  const touches = { write: [...own.write, ...mine], read: [...own.read, folder] };
  const run = await runFor(equipment, job, { ...touches, agent, sheet: sheet.id });
  return playAgent(
    { ...equipment.programs, run, world: equipment.world },
    {
      agent,
      folders: {
        contextPath: context.path,
        workspacePath: workspaceOf(equipment, job),
        folder,
        homePath,
      },
      words: {
        additions: {
          requirements: resolver.validations(sheet, scene).map(({ description }) => description),
          brief: how.brief,
          notes: await readNotesText(equipment, how.notes),
        },
        prompt: prompt.text,
        beside: prompt.beside,
      },
      whose: { jobId: job.id, sheetId: sheet.id, attempt: attempt.attempt },
      session: how.session,
      limits: { budgetUsd: how.budgetUsd, timeoutMs: sheet.timeoutMs, idleMs: sheet.idleMs, cancel: how.cancel },
      environments: {
        env: { ...equipment.programs.environment, ...contextEnvironment(context) },
        environment: equipment.programs.client,
        isApart: isApart(job.plan.prepare),
      },
      events: {
        onAlive: how.onAlive,
        onSpent: how.onSpent,
        onLive: how.onLive,
        onOutput: (now) => activity.note({ ...of, at: equipment.world.now(), ...now }),
      },
    },
  ).finally(() => activity.over(of));
}

/** By what it printed: its conductor died before it could write that down. */
export async function readUsage(equipment: Equipment, attempt: Attempt, by: By): Promise<Usage | null | undefined> {
  const folder = equipment.places.attempt(attempt.job.id, attempt.sheet.id, attempt.attempt);
  if (!(await exists(join(folder, "stdout.log")))) return undefined;
  const agent = await equipment.programs.agents.agentFor(by.agent);
  return replayUsage(agent, { folder, before: by.session?.used ?? null, now: () => equipment.world.now() });
}

interface By {
  readonly agent: AgentPlan;
  readonly session: Session | null;
}

/** One for all attempts at a sheet: a session that is gone on with lies there. */
export function agentHome({ places }: Equipment, { job, sheet }: Attempt): string {
  return join(dirname(places.attempt(job.id, sheet.id, 1)), "home");
}

/** Its programs do not reach the loopback of this machine. */
export function isApart({ container }: Recipe = {}): boolean {
  return container !== undefined && container.network !== "host";
}

function unmade(detail: string): Performance {
  return {
    end: { kind: "not-started", detail },
    trouble: { code: "E603", detail, resetAt: null },
    usage: undefined,
    words: null,
    outlived: false,
  };
}

/**
 * Where a task may keep what does not belong to its files; one of level `full` has its temporary files there as well.
 */
export function contextEnvironment({ level, state, path }: Context): Readonly<Record<string, string>> {
  // A home of Tutti's may lie in some repository: one without a git of its own must not find that one.
  const ceiling = isInPlace(level) ? {} : { GIT_CEILING_DIRECTORIES: dirname(path) };
  return { TUTTI_STATE: state, ...(levels[level].hasOwnState ? { TMPDIR: state } : {}), ...ceiling };
}
