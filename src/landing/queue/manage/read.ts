import type { EpochMs, SheetId } from "../../../base/ids.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { QueueName } from "../../../store/queue.ts";
import type { StoreReader } from "../../../store/open.ts";
import { type QueueJob, resultsIn } from "./rows.ts";

type Reading = Pick<StoreReader, "sheets" | "events">;

/** The queue that a job's results go to; `null` when nothing of it lands. */
export function queueOf(job: Job): QueueName | null {
  const target = landingRef(job);
  // Results that become pull requests wait in nobody's queue here.
  return target === null || job.plan.landing.pullRequest !== null
    ? null
    : { repository: job.repository.commonDir, target };
}

export function isSameQueue(one: QueueName | null, other: QueueName): boolean {
  return one?.repository === other.repository && one.target === other.target;
}

/** Jobs with what is known of their sheets. When something was said is read only of those that have a result. */
export async function readQueueJobs(store: Reading | undefined, jobs: readonly Job[]): Promise<readonly QueueJob[]> {
  if (store === undefined) return [];
  const found: QueueJob[] = [];
  for (const job of jobs) {
    const states = await store.sheets(job.id);
    const bare: QueueJob = { job, states, since: new Map() };
    found.push(resultsIn([bare]).length === 0 ? bare : { ...bare, since: await lastSaid(store, job) });
  }
  return found;
}

async function lastSaid(store: Reading, { id }: Job): Promise<ReadonlyMap<SheetId, EpochMs>> {
  return new Map((await store.events(id)).map(({ sheet, event }) => [sheet, event.at]));
}
