import type { EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readRefCommits } from "../../../git/refs/ref-commits.ts";
import { type Repository, openRepository } from "../../../git/repository.ts";
import { readSnapshotMessage } from "../message.ts";
import type { Job } from "../../../sheet/job.ts";
import type { StoreReader } from "../../../store/store.ts";
import { type WhichJob, jobsNearest } from "../../../conductor/find/nearest.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";
import { refused } from "../../../conductor/find/refused.ts";

export interface CustodyParts {
  readonly git: Git;
  /** `undefined` where Tutti never ran, or its database was lost. */
  readonly store: Pick<StoreReader, "job" | "jobs" | "events" | "sheets"> | undefined;
  /** A folder for files that are needed for a moment. */
  readonly scratch: string;
  /** Tutti's object store beside a repository, if there is one. */
  objectStore(repository: Repository): Promise<string | undefined>;
}

/** A job as its snapshots are found. */
export interface JobSnapshots {
  readonly job: JobId;
  /** In the order of the score, where the journal knows it. */
  readonly sheets: readonly SheetId[];
  readonly repository: Repository;
  /** The store's. */
  readonly gitDir: string;
  /** `null` when only the snapshots themselves speak of the job. */
  readonly recorded: Job | null;
}

export async function findJobSnapshots(parts: CustodyParts, request: WhichJob): Promise<JobSnapshots> {
  const { job: id, folder } = request;
  const job =
    id === undefined
      ? (await jobsNearest(parts.git, (await parts.store?.jobs()) ?? [], folder))[0]
      : await parts.store?.job(id);
  if (job === undefined) return findUnrecorded(parts, request);
  const gitDir = await parts.objectStore(job.repository);
  if (gitDir === undefined)
    throw refused(`nothing is kept of ${job.id}: Tutti has no store for its repository`, "tutti list shows all jobs.");
  // Those that a changed score has no more are behind the others.
  const sheets = new Set([
    ...job.plan.sheets.map((sheet) => sheet.id),
    ...((await parts.store?.sheets(job.id)) ?? new Map<SheetId, unknown>()).keys(),
  ]);
  return { job: job.id, sheets: [...sheets], repository: job.repository, gitDir, recorded: job };
}

/** Snapshots say themselves whose they are, so work can be had back where the journal is lost. */
async function findUnrecorded(parts: CustodyParts, request: WhichJob): Promise<JobSnapshots> {
  const repository = await openRepository(parts.git, request.folder).catch((error: unknown) => {
    throw request.job === undefined ? error : unknownJob(request.job);
  });
  const gitDir = await parts.objectStore(repository);
  const told = gitDir === undefined ? new Map<JobId, Told>() : await readTold(parts.git, gitDir);
  const newest = [...told].toSorted(([, left], [, right]) => right.at - left.at)[0]?.[0];
  const job = request.job ?? newest;
  const found = job === undefined ? undefined : told.get(job);
  if (job !== undefined && found !== undefined && gitDir !== undefined)
    return { job, sheets: [...found.sheets], repository, gitDir, recorded: null };
  if (request.job !== undefined) throw unknownJob(request.job);
  throw refused("there is no job of this repository", "Start one with: tutti run score.yaml");
}

interface Told {
  readonly sheets: Set<SheetId>;
  at: EpochMs;
}

async function readTold(git: Git, gitDir: string): Promise<ReadonlyMap<JobId, Told>> {
  const jobs = new Map<JobId, Told>();
  for (const { message, at } of await readRefCommits(git, gitDir, { prefix: "refs/tutti/snapshots" })) {
    const about = readSnapshotMessage(message);
    if (about === undefined) continue;
    const told = jobs.get(about.job) ?? { sheets: new Set(), at };
    told.sheets.add(about.sheet);
    told.at = Math.max(told.at, at) as EpochMs;
    jobs.set(about.job, told);
  }
  return jobs;
}
