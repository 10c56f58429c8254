import { sharedRecipe } from "../../../score/plan/recipe.ts";
import { messageOf } from "../../../base/error.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { openRepository } from "../../../git/repository.ts";
import { gatesOf } from "../../gates/compose.ts";
import { type GateFile, readGateFile } from "../../gates/file.ts";
import type { Gate } from "../../gates/gate.ts";
import type { QueueControl } from "../look.ts";
import type { Job } from "../../../sheet/job.ts";
import type { KeptQueue, QueueName } from "../../../store/queue.ts";
import type { StoreReader } from "../../../store/store.ts";
import type { QueueView } from "../../../api/contract/landing/queue.ts";
import { type QueueJob, isSameQueue, queueOf, queueRows, readQueueJobs, resultsIn } from "./results.ts";
import { fullName } from "./which.ts";

export interface QueueLookParts {
  readonly git: Git;
  readonly store: Pick<StoreReader, "unfinished" | "sheets" | "events" | "queues"> | undefined;
  /** From the process that lands; absent without one. */
  readonly look?: QueueControl["look"];
}

/** The results that wait to land, target by target. */
export async function listQueues(
  parts: QueueLookParts,
  { folder, all, target }: { readonly folder: string; readonly target?: string | undefined; readonly all: boolean },
): Promise<readonly QueueView[]> {
  const repository = all ? null : (await openRepository(parts.git, folder)).commonDir;
  const isAsked = (queue: QueueName): boolean =>
    (repository === null || queue.repository === repository) &&
    (target === undefined || queue.target === fullName(target));
  const rules = (await parts.store?.queues()) ?? [];
  const jobs = ((await parts.store?.unfinished()) ?? []).filter((job) => {
    const queue = queueOf(job);
    return queue !== null && isAsked(queue);
  });
  const known = await readQueueJobs(parts.store, jobs);
  const views = await Promise.all(queuesOf(known, rules.filter(isAsked)).map((queue) => viewOf(parts, queue, known)));
  return views.filter(({ isPaused, entries, held }) => isPaused || entries.length + held.length > 0);
}

/** Those with results or rules. */
function queuesOf(jobs: readonly QueueJob[], rules: readonly KeptQueue[]): readonly KeptQueue[] {
  const found = [...rules];
  for (const one of jobs) {
    const queue = queueOf(one.job);
    if (queue === null || resultsIn([one]).length === 0 || found.some((known) => isSameQueue(known, queue))) continue;
    found.push({ ...queue, isPaused: false, pausedAt: null, first: [] });
  }
  return found;
}

async function viewOf({ git, look }: QueueLookParts, rules: KeptQueue, all: readonly QueueJob[]): Promise<QueueView> {
  const jobs = all.filter(({ job }) => isSameQueue(queueOf(job), rules));
  const looks = look?.(rules) ?? [];
  const { target, isPaused, pausedAt, repository } = rules;
  const { file, problem } = await gateFileOf(git, rules);
  const gatesFor = ({ plan }: Job): readonly Gate[] =>
    file === null ? [] : gatesOf({ file, plan: plan.landing, recipe: sharedRecipe(plan) });
  return {
    repository: jobs[0]?.job.repository.top ?? repository,
    target,
    isPaused,
    pausedAt,
    window: looks.map(({ window }) => window).find((window) => window !== null) ?? null,
    problem,
    ...queueRows(resultsIn(jobs), { rules, looks, gatesFor }),
  };
}

interface ReadGateFile {
  /** `null`: unreadable, or the branch is gone. */
  readonly file: GateFile | null;
  readonly problem: string | null;
}

/** As landing reads it. */
async function gateFileOf(git: Git, { repository, target }: QueueName): Promise<ReadGateFile> {
  const commit = await readCommit(git, repository, target);
  if (commit === undefined) return { file: null, problem: null };
  return readGateFile(git, repository, commit).then(
    (file) => ({ file, problem: null }),
    (error: unknown) => ({ file: null, problem: messageOf(error) }),
  );
}
