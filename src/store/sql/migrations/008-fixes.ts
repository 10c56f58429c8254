import type { Kysely } from "kysely";

/** The subjects of jobs of `tutti fix`. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("fixes")
    .addColumn("job", "text", (column) => column.primaryKey())
    .addColumn("record", "text", (column) => column.notNull())
    .execute();
}
