import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Places } from "../places.ts";

/** A job that was put away: lists leave it out. Kept beside its logs, so that it holds without the database. */
export async function writeArchived(places: Pick<Places, "jobs">, job: JobId, at: EpochMs): Promise<void> {
  await mkdir(dirname(markOf(places, job)), { recursive: true, mode: 0o700 });
  await writeFile(markOf(places, job), `${JSON.stringify({ at })}\n`);
}

export async function isArchived(places: Pick<Places, "jobs">, job: JobId): Promise<boolean> {
  return exists(markOf(places, job));
}

function markOf({ jobs }: Pick<Places, "jobs">, job: JobId): string {
  return join(jobs, job, "archived.json");
}
