import { type Kysely, sql } from "kysely";
import type { DialectName } from "../dialect.ts";

/** Plans may be megabytes: a job says which event has its plan, and its own row can be written without it. */
export async function up(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable("job").addColumn("plan_at", "integer").execute();
  // A store there was never in use at an earlier version.
  if (dialect === "postgres") return;
  await sql`
    update job set plan_at = (
      select max(position) from journal
      where journal.job = job.id and sheet is null and kind in ('submitted', 'inferred', 'modified')
    )`.execute(db);
  await sql`update job set body = json_remove(body, '$.plan') where plan_at is not null`.execute(db);
}
