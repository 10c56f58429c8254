import type { JobId, SheetId } from "../../base/ids.ts";
import { listRefs } from "../../git/list-refs.ts";
import type { Git } from "../../git/git.ts";
import { snapshotRefs } from "../../isolation/snapshots/refs.ts";

interface About {
  readonly job: string;
  readonly sheet: string;
}

/** More jobs than that are asked for all at once: a command line has an end. */
const mostJobs = 200;

/**
 * Whether Tutti's store keeps a commit as a capture of this very sheet. Only refs count: the store borrows the user's
 * objects, and anybody can put a commit there and name it in a receipt.
 */
export async function readKeptCaptures(
  git: Git,
  store: string,
  landings: readonly About[],
): Promise<(about: About, capture: string) => boolean> {
  const jobs = [...new Set(landings.map(({ job }) => job))].filter((job) => /^[a-z0-9-]+$/.test(job));
  if (jobs.length === 0) return () => false;
  const prefixes =
    jobs.length > mostJobs ? ["refs/tutti/snapshots/"] : jobs.map((job) => `refs/tutti/snapshots/${job}/`);
  const kept = new Set(
    [...(await listRefs(git, store, prefixes))].map(
      ([ref, commit]) => `${ref.slice(0, ref.lastIndexOf("/"))} ${commit}`,
    ),
  );
  return ({ job, sheet }, capture) => {
    const refs = refsOf(job, sheet);
    return refs !== undefined && kept.has(`${refs} ${capture}`);
  };
}

/** What can't be an id has no captures: somebody wrote the trailer by hand. */
function refsOf(job: string, sheet: string): string | undefined {
  try {
    return snapshotRefs(job as JobId, sheet as SheetId);
  } catch {
    return undefined;
  }
}
