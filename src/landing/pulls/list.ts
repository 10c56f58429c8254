import type { Git } from "../../git/git.ts";
import type { SheetId } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import { isTerminal } from "../../sheet/outcome.ts";
import { type Pull, type SheetState, fresh } from "../../sheet/state.ts";
import type { StoreReader } from "../../store/store.ts";
import type { PullRow } from "../../api/contract/landing.ts";
import { unknownJob } from "../../conductor/find/unknown.ts";
import { type WhichJob, jobsNearest } from "../../conductor/find/nearest.ts";

interface PullParts {
  readonly git: Git;
  readonly store: Pick<StoreReader, "job" | "unfinished" | "sheets" | "events"> | undefined;
}

/** By the journal alone: no server is asked. */
export async function listPulls({ git, store }: PullParts, asked: WhichJob): Promise<readonly PullRow[]> {
  if (store === undefined) return [];
  const jobs = await pullJobs({ git, store }, asked);
  return (await Promise.all(jobs.map((job) => rowsOf(store, job)))).flat();
}

/** The named job, or those of the folder's repository that make pull requests. */
export async function pullJobs(
  { git, store }: { readonly git: Git; readonly store: NonNullable<PullParts["store"]> },
  { job, folder }: WhichJob,
): Promise<readonly Job[]> {
  if (job === undefined)
    return (await jobsNearest(git, (repository) => store.unfinished(repository), folder)).filter(makesPulls);
  const named = await store.job(job);
  if (named === undefined) throw unknownJob(job);
  return makesPulls(named) ? [named] : [];
}

/** A job of an earlier version may say nothing of it. */
export function makesPulls({ plan }: Job): boolean {
  return ((plan as Partial<Job["plan"]>).landing?.pullRequest ?? null) !== null;
}

async function rowsOf(store: NonNullable<PullParts["store"]>, job: Job): Promise<readonly PullRow[]> {
  const states = await store.sheets(job.id);
  const isSent = job.plan.sheets.some(({ id }) => isReturned(states.get(id) ?? fresh));
  const pulls = isSent ? lastPulls(await store.events(job.id)) : new Map<SheetId, Pull>();
  return job.plan.sheets.flatMap(({ id, title }): PullRow[] => {
    const state = states.get(id) ?? fresh;
    if (state.kind === "proposed")
      return [rowOf(job, { id, title, state: "open", returns: state.counts.returns }, state.pull)];
    const pull = isReturned(state) ? pulls.get(id) : undefined;
    return pull === undefined || state.kind === "skipped"
      ? []
      : [rowOf(job, { id, title, state: "returned", returns: state.counts.returns }, pull)];
  });
}

function rowOf(
  { id: job }: Job,
  about: Pick<PullRow, "title" | "state" | "returns"> & { readonly id: SheetId },
  pull: Pull,
): PullRow {
  const { id: sheet, title, state, returns } = about;
  const { number, url, branch } = pull;
  return { job, sheet, title, number, url, branch, state, returns };
}

function isReturned(state: SheetState): boolean {
  return state.kind !== "proposed" && !isTerminal(state) && "counts" in state && state.counts.returns > 0;
}

function lastPulls(
  events: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[],
): ReadonlyMap<SheetId, Pull> {
  return new Map(
    events.flatMap(({ sheet, event }) => (event.kind === "proposed" ? [[sheet, event.pull] as const] : [])),
  );
}
