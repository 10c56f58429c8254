import type { Kysely } from "kysely";

/** One row for each attempt: with which agent, at which kind of work, and what became of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("outcome")
    .addColumn("job", "text", (column) => column.notNull())
    .addColumn("sheet", "text", (column) => column.notNull())
    .addColumn("attempt", "integer", (column) => column.notNull())
    .addColumn("started_at", "integer", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("work", "text", (column) => column.notNull())
    .addColumn("agent", "text", (column) => column.notNull())
    .addColumn("model", "text")
    .addColumn("strategy", "text")
    .addColumn("fate", "text", (column) => column.notNull())
    .addColumn("code", "text")
    .addColumn("usd", "real")
    .addColumn("tokens", "integer")
    .addColumn("agent_ms", "integer")
    .addColumn("settled_at", "integer")
    .addColumn("landed_as", "text")
    .addColumn("drawn", "text")
    .addPrimaryKeyConstraint("outcome_key", ["job", "sheet", "attempt"])
    .execute();
  await db.schema.createIndex("outcome_by_commit").on("outcome").column("landed_as").execute();
}
