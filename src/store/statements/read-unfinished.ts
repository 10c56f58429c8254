import type { Kysely } from "kysely";
import type { Job } from "../../sheet/job.ts";
import type { Schema } from "../schema.ts";
import { jobFrom } from "./read-job.ts";

/** Jobs that somebody may want to go on with, oldest first. */
export async function readUnfinished(db: Kysely<Schema>): Promise<readonly Job[]> {
  const rows = await db.selectFrom("job").select("body").where("status", "not in", ["finished", "cancelled"]).orderBy("created_at").orderBy("id").execute();
  return rows.map((row) => jobFrom(row.body));
}

/** How many there are, by what they are. */
export async function countJobs(db: Kysely<Schema>): Promise<{ readonly all: number; readonly paused: number }> {
  const rows = await db
    .selectFrom("job")
    .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return { all: rows.reduce((sum, { count }) => sum + count, 0), paused: rows.find(({ status }) => status === "paused")?.count ?? 0 };
}
