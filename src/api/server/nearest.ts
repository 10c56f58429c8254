import { realpath } from "node:fs/promises";
import type { Git } from "../../git/git.ts";
import { openRepository } from "../../git/repository.ts";
import type { Job } from "../../sheet/job.ts";

/** The jobs of the repository that a folder lies in, or of the folder itself; all jobs where there are none of either. */
export async function jobsNearest(git: Git, jobs: readonly Job[], folder: string): Promise<readonly Job[]> {
  const here = await openRepository(git, folder).catch(() => undefined);
  if (here !== undefined) return jobs.filter((job) => job.repository.commonDir === here.commonDir);
  const path = await realpath(folder).catch(() => folder);
  const played = jobs.filter(({ repository: { top } }) => top !== null && (path === top || path.startsWith(`${top}/`)));
  return played.length === 0 ? jobs : played;
}
