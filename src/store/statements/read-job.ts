import type { Kysely } from "kysely";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { Schema } from "../schema.ts";

export async function readJob(db: Kysely<Schema>, id: JobId): Promise<Job | undefined> {
  const row = await db.selectFrom("job").select("body").where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.body) as Job);
}

/** All jobs, newest first. */
export async function readJobs(db: Kysely<Schema>): Promise<readonly Job[]> {
  const rows = await db.selectFrom("job").select("body").orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map((row) => JSON.parse(row.body) as Job);
}

/** A job's sheets in the order of the score. */
export async function readSheets(db: Kysely<Schema>, job: JobId): Promise<ReadonlyMap<SheetId, SheetState>> {
  const rows = await db.selectFrom("sheet").select(["id", "body"]).where("job", "=", job).orderBy("place").execute();
  return new Map(rows.map((row) => [row.id as SheetId, JSON.parse(row.body) as SheetState]));
}
