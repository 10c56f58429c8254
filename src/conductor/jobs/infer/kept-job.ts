import { mkdir, readFile, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JobId } from "../../../base/ids.ts";
import { syncNames } from "../../../base/files/write/sync-folder.ts";
import { writeWhole } from "../../../base/files/write/write-whole.ts";
import type { Places } from "../../../isolation/home/places.ts";
import type { Job } from "../../../sheet/job.ts";
import { writing } from "../unwritable.ts";

/**
 * Writes down what a job is beside its logs, once, before anything of it runs: with the database lost, nothing else
 * knows its plan.
 */
export async function writeKeptJob(places: Pick<Places, "jobs">, job: Job): Promise<void> {
  const path = pathOf(places, job.id);
  await writing(`the record of ${job.id}`, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await writeWhole(path, JSON.stringify(job));
      await syncNames(dirname(path));
    } catch (error) {
      // A job that was refused leaves nothing; one that was there before keeps its folder.
      await rmdir(dirname(path)).catch(() => undefined);
      throw error;
    }
  });
}

/** For a job that was never begun. A folder with anything else in it stays. */
export async function removeKeptJob(places: Pick<Places, "jobs">, id: JobId): Promise<void> {
  const path = pathOf(places, id);
  await rm(path, { force: true });
  await rmdir(dirname(path)).catch(() => undefined);
}

/** `undefined` when it is not there, or is no job of that name. */
export async function readKeptJob(places: Pick<Places, "jobs">, id: JobId): Promise<Job | undefined> {
  const text = await readFile(pathOf(places, id), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const job = JSON.parse(text) as Partial<Job>;
    return job.id === id && Array.isArray(job.plan?.sheets) && typeof job.repository?.commonDir === "string"
      ? (job as Job)
      : undefined;
  } catch {
    return undefined;
  }
}

export async function listKeptJobs(places: Pick<Places, "jobs">): Promise<readonly Job[]> {
  const names = await readdir(places.jobs).catch(() => []);
  const jobs = await Promise.all(names.map((name) => readKeptJob(places, name as JobId)));
  return jobs.filter((job) => job !== undefined);
}

function pathOf({ jobs }: Pick<Places, "jobs">, id: JobId): string {
  return join(jobs, id, "job.json");
}
