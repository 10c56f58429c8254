import { realpath } from "node:fs/promises";
import type { JobId } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { within } from "../../base/world/world.ts";
import type { Git } from "../../git/git.ts";
import { commonDirOf } from "../../git/shared-folder.ts";
import { openRepository } from "../../git/repository.ts";
import type { Job } from "../../sheet/job.ts";
import type { StoreReader } from "../../store/store.ts";

/** A call about one job; by default the newest of the repository that the folder lies in. */
export interface WhichJob {
  readonly job?: JobId | undefined;
  readonly folder: string;
}

/** A git that does not answer must not keep anybody from asking what holds a job up: then the folder alone tells. */
const patienceMs = 700;

/** The newest of them. */
export async function jobNearest(
  git: Git,
  store: Pick<StoreReader, "jobs"> | undefined,
  folder: string,
): Promise<Job | undefined> {
  const read: ReadJobs = async (repository) =>
    (await store?.jobs(repository === undefined ? {} : { repository, limit: 1 })) ?? [];
  return (await jobsNearest(git, read, folder))[0];
}

/** Those of a repository, by its git folder, or all. */
type ReadJobs = (repository?: string) => Promise<readonly Job[]>;

/**
 * The jobs of the repository that a folder lies in, or of the folder itself; all jobs where there are none of either.
 */
export async function jobsNearest(git: Git, read: ReadJobs, folder: string): Promise<readonly Job[]> {
  const likely = await commonDirOf(folder);
  const known = likely === undefined ? [] : await read(likely);
  if (known.length > 0) return known;
  const here = await within(patienceMs, openRepository(git, folder), realWorld).catch(() => undefined);
  if (here !== undefined) return read(here.commonDir);
  const jobs = await read();
  const path = await realpath(folder).catch(() => folder);
  const played = jobs.filter(({ repository: { top } }) => top !== null && (path === top || path.startsWith(`${top}/`)));
  return played.length === 0 ? jobs : played;
}
