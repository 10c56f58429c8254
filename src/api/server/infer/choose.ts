import { exists } from "../../../base/exists.ts";
import type { EpochMs, JobId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readRefCommits } from "../../../git/ref-commits.ts";
import { readCommit } from "../../../git/refs.ts";
import type { Repository } from "../../../git/repository.ts";
import { readLandings } from "../../../git/trailers.ts";
import { objectStorePath } from "../../../isolation/object-store.ts";
import type { Places } from "../../../isolation/places.ts";
import { listContexts } from "../../../isolation/record.ts";
import { readSnapshotMessage } from "../../../isolation/snapshots/message.ts";
import type { StoreReader } from "../../../store/open.ts";
import { isArchived } from "../contexts/archived.ts";
import { isJobId } from "../job-id.ts";
import { listKeptJobs } from "./kept-job.ts";
import { isRecorded, noTrace, nothingLost } from "./refusals.ts";

interface Search {
  readonly git: Git;
  readonly places: Places;
  readonly store: Pick<StoreReader, "job">;
}

/**
 * The job that is to be rebuilt: the one that is named, or the newest of the repository that the database does not
 * have.
 */
export async function chooseLost(search: Search, repository: Repository, named: JobId | undefined): Promise<JobId> {
  if (named !== undefined) return requireLost(search, repository, named);
  const found = await findTraces(search, repository);
  for (const [id] of [...found].toSorted(([, left], [, right]) => right - left)) {
    // One that was put away is not what somebody wants to go on with.
    if ((await search.store.job(id)) === undefined && !(await isArchived(search.places, id))) return id;
  }
  throw nothingLost((await landingsAtHead(search, repository)).map(({ job }) => job));
}

async function requireLost(search: Search, repository: Repository, id: JobId): Promise<JobId> {
  // It becomes part of paths and refs, and comes from outside.
  if (!isJobId(id)) throw noTrace(id);
  if ((await search.store.job(id)) !== undefined) throw isRecorded(id);
  const isKept = (await listKeptJobs(search.places)).some((job) => job.id === id);
  if (isKept || (await findTraces(search, repository)).has(id)) return id;
  if ((await landingsAtHead(search, repository)).some(({ job }) => job === id)) return id;
  throw noTrace(id);
}

/** Jobs of a repository that left something in this home, each with its latest sign of life. */
async function findTraces({ git, places }: Search, { commonDir }: Repository): Promise<ReadonlyMap<JobId, EpochMs>> {
  const found = new Map<JobId, EpochMs>();
  const add = (job: JobId, at: EpochMs): void => void found.set(job, Math.max(at, found.get(job) ?? 0) as EpochMs);
  for (const job of await listKeptJobs(places)) if (job.repository.commonDir === commonDir) add(job.id, job.createdAt);
  for (const record of await listContexts(places))
    if (record.repository === commonDir && isJobId(record.job)) add(record.job, record.madeAt);
  const gitDir = objectStorePath(places.repositories, { commonDir });
  if (!(await exists(gitDir))) return found;
  for (const { message, at } of await readRefCommits(git, gitDir, { prefix: "refs/tutti/snapshots" })) {
    const about = readSnapshotMessage(message);
    if (about !== undefined && isJobId(about.job)) add(about.job, at);
  }
  return found;
}

async function landingsAtHead({ git }: Search, { gitDir }: Repository): ReturnType<typeof readLandings> {
  return (await readCommit(git, gitDir, "HEAD")) === undefined ? [] : readLandings(git, gitDir, ["HEAD"]);
}
