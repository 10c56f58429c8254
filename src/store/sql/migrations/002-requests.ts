import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("journal").addColumn("after", "text").execute();
  await db.schema
    .createTable("request")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("at", "integer", (column) => column.notNull())
    .addColumn("result", "text", (column) => column.notNull())
    .execute();
}
