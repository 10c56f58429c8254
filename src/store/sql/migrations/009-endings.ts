import type { Kysely } from "kysely";

/** Lists read a job that is over without its plan and its sheets, and the newest of a repository without the others. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("job").addColumn("ending", "text").execute();
  await db.schema.createIndex("job_by_repository").on("job").columns(["repository", "created_at"]).execute();
}
