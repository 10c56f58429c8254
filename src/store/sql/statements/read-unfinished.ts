import type { Kysely } from "kysely";
import type { Job } from "../../../sheet/job.ts";
import type { Schema } from "../schema.ts";
import { type Jobs, jobFrom } from "./read-job.ts";

/** Oldest first. */
export async function readUnfinished(jobs: Jobs, repository?: string): Promise<readonly Job[]> {
  const rows = await jobs
    .where("job.status", "not in", ["finished", "cancelled"])
    .$if(repository !== undefined, (query) => query.where("job.repository", "=", repository as string))
    .orderBy("job.created_at")
    .orderBy("job.id")
    .execute();
  return rows.map(jobFrom);
}

export async function countJobs(db: Kysely<Schema>): Promise<{ readonly all: number; readonly paused: number }> {
  const rows = await db
    .selectFrom("job")
    .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    paused: rows.find(({ status }) => status === "paused")?.count ?? 0,
  };
}
