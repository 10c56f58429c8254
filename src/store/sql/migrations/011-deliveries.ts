import type { Kysely } from "kysely";

/** Messages to people: what waits to be sent, and what became of the last ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("delivery")
    .addColumn("place", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
}
