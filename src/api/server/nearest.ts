import type { Git } from "../../git/git.ts";
import { openRepository } from "../../git/repository.ts";
import type { Job } from "../../sheet/job.ts";

/** The jobs of the repository that a folder lies in; all jobs where it lies in none. */
export async function jobsNearest(git: Git, jobs: readonly Job[], folder: string): Promise<readonly Job[]> {
  const here = await openRepository(git, folder).catch(() => undefined);
  return here === undefined ? jobs : jobs.filter((job) => job.repository.commonDir === here.commonDir);
}
