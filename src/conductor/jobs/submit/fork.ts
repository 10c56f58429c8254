import type { Accepted } from "../../../api/contract/job.ts";
import { branchName } from "../../../base/text.ts";
import type { JobId, SheetId } from "../../../base/ids.ts";
import { readScoreText } from "../../../score/load.ts";
import type { AgentPlan } from "../../../score/plan/agents/agent-plan.ts";
import type { Plan, SheetPlan } from "../../../score/plan/plan.ts";
import { decide } from "../../../sheet/decide/decide.ts";
import { policyOf } from "../../../sheet/decide/decision.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { Job } from "../../../sheet/job.ts";
import { fresh } from "../../../sheet/state.ts";
import type { Entry } from "../../../store/entry.ts";
import { requireJob } from "../../find/require.ts";
import { removeKeptJob, writeKeptJob } from "../infer/kept-job.ts";
import { agentsOf, type JobParts } from "../parts.ts";
import { writing } from "../unwritable.ts";
import { makeJob } from "./make-job.ts";

export interface Forking {
  readonly job?: JobId | undefined;
  readonly folder: string;
  /** A sheet, or one of its snapshots. */
  readonly what?: string | undefined;
  /** Absent: the one that the sheet has. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/**
 * A job of its own with one sheet, which goes on from a snapshot of another job's: the same prompt and validations, and an
 * agent of the person's choice. The first job is left as it is.
 */
export async function fork(
  parts: JobParts,
  asked: Forking,
  note: (result: Accepted) => readonly Entry[],
): Promise<Accepted> {
  const { job: id, folder, what } = asked;
  const from = await parts.kit.attemptFrom({ job: id, folder, what, isWorkspace: false });
  const origin = await requireJob(parts, from.job);
  const agent = await agentFrom(parts, origin, asked);
  const job = await forkedJob(parts, origin, { sheet: from.sheet, agent });
  const accepted: Accepted = { job: job.id, position: await parts.store.position(), notes: [] };
  await writeKeptJob(parts.places, job);
  await parts.agents.remember(job.id, asked.environment);
  const event: SheetEvent = { kind: "retried", at: job.createdAt, from: { commit: from.commit, base: from.base } };
  const [sheet] = job.plan.sheets as readonly [SheetPlan];
  const next = decide(policyOf(sheet, job.plan), fresh, event).state;
  const entrance = {
    job,
    states: new Map([[sheet.id, next]]),
    first: { kind: "submitted", at: job.createdAt, job },
    // In one step with the submission: after a crash in between, it would begin without the snapshot.
    beside: [{ about: "sheet", job: job.id, sheet: sheet.id, event, next } as const, ...note(accepted)],
  } as const;
  await parts.agents.ask(agentsOf(job.plan));
  await writing("the store of this repository", () => parts.stage.enter(entrance)).catch(async (error: unknown) => {
    if ((await parts.store.job(job.id).catch(() => job)) === undefined) await removeKeptJob(parts.places, job.id);
    throw error;
  });
  return accepted;
}

/** As a score names it; `null`: as before. */
async function agentFrom({ agents }: JobParts, { repository }: Job, asked: Forking): Promise<AgentPlan | null> {
  const { agent, model, environment } = asked;
  if (agent === undefined && model === undefined) return null;
  const use = agent === undefined ? { model } : model === undefined ? agent : { use: agent, model };
  const text = JSON.stringify({ name: "fork", agent: use, sheets: [{ id: "fork", prompt: "fork" }] });
  const options = await agents.names(repository.top ?? repository.commonDir, environment);
  const { plan } = readScoreText({ path: null, shown: "the agent", baseDir: "/", text }, options);
  return plan.sheets[0]?.agent ?? null;
}

async function forkedJob(
  { git, world, store }: JobParts,
  origin: Job,
  { sheet, agent }: { readonly sheet: SheetId; readonly agent: AgentPlan | null },
): Promise<Job> {
  const made = await makeJob(git, world, {
    plan: forkedPlan(origin, sheet, agent),
    place: { repository: origin.repository, noRepository: null },
    folder: origin.repository.top ?? origin.repository.commonDir,
    parallel: 1,
    score: origin.score,
    epoch: store.epoch,
  });
  const { levelAsked, perAsked, pullsAsked, managed, healingAsked, validateBase } = origin;
  return {
    ...made,
    ...(levelAsked === undefined ? {} : { levelAsked }),
    ...(perAsked === undefined ? {} : { perAsked }),
    ...(pullsAsked === undefined ? {} : { pullsAsked }),
    ...(managed === undefined ? {} : { managed }),
    ...(healingAsked === undefined ? {} : { healingAsked }),
    ...(validateBase === undefined ? {} : { validateBase }),
  };
}

/** One sheet of a plan, alone: it waits for no other, competes with none, and nothing follows its end. */
function forkedPlan({ plan, target }: Job, id: SheetId, agent: AgentPlan | null): Plan {
  const { follows: _, concert: __, ...rest } = plan;
  const sheets = plan.sheets.filter((one) => one.id === id).map((one) => forkedSheet(one, agent));
  return {
    ...rest,
    name: `fork ${id}`.slice(0, 60),
    sheets,
    target: target === null ? plan.target : branchName(target),
    parallel: 1,
    crossSheet: null,
  };
}

function forkedSheet(sheet: SheetPlan, agent: AgentPlan | null): SheetPlan {
  const { routed, contest: _, follows: __, ...rest } = sheet;
  const alone = { ...rest, after: [], skipWhen: null, skipCommand: null };
  // If a person names the agent, the fallbacks and the choices of the score do not count.
  if (agent !== null) return { ...alone, agent, fallbacks: [] };
  return routed === undefined ? alone : { ...alone, routed };
}
