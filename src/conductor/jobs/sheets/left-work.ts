import { messageOf } from "../../../base/error.ts";
import type { SheetId } from "../../../base/ids.ts";
import { readTree } from "../../../git/history/trees.ts";
import { objectStorePath } from "../../../isolation/store/object-store.ts";
import { newestOf } from "../../../sheet/infer/evidence.ts";
import type { Job } from "../../../sheet/job.ts";
import { type TakenSnapshot, readTaken } from "../infer/traces.ts";
import type { JobParts } from "../parts.ts";

/** The kept work of a sheet. */
export interface LeftWork {
  /** The newest snapshot, by an agent or a person. */
  readonly newest: TakenSnapshot & { readonly changed: boolean };
  /** An attempt of it worked in the user's own folder. */
  readonly wasInPlace: boolean;
}

type Parts = Pick<JobParts, "git" | "places" | "process">;

/**
 * `null` when nothing is, or when its base was pruned: it can be restored then, but not gone on
 * from.
 */
export async function readLeftWork(
  { git, places, process }: Parts,
  job: Job,
  sheet: SheetId,
): Promise<LeftWork | null> {
  const gitDir = objectStorePath(places.repositories, job.repository);
  const taken = await readTaken(git, gitDir, { job: job.id, sheet });
  const newest = newestOf(taken.filter(({ why }) => why !== "start"));
  if (newest === null) return null;
  // Only where it can't be told apart from the user's own work is it noted what was there before; earlier versions did
  // so at level branch as well, and put the folder back.
  const wasInPlace =
    job.isolation.level === "none" || (job.isolation.level !== "branch" && taken.some(({ why }) => why === "start"));
  try {
    return { newest: { ...newest, changed: newest.tree !== (await readTree(git, gitDir, newest.base)) }, wasInPlace };
  } catch (error) {
    process.notice(`${sheet}: snapshot ${String(newest.number)} can't be gone on from: ${messageOf(error)}`);
    return null;
  }
}
