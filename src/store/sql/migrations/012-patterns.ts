import type { Kysely } from "kysely";

/** Notes for prompts; which prompts had them is in the records of attempts. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("pattern")
    .addColumn("place", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
}
