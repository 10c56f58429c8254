import type { Kysely } from "kysely";

/** The newest records are read often, and there may be many. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex("outcome_by_start")
    .on("outcome")
    .columns(["started_at", "job", "sheet", "attempt"])
    .execute();
}
