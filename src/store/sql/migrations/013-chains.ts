import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("successor")
    .addColumn("place", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("job", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("successor_by_job").on("successor").column("job").execute();
  await db.schema.createIndex("successor_by_state").on("successor").column("state").execute();
  await db.schema
    .createTable("chain_end")
    .addColumn("root", "text", (column) => column.primaryKey())
    .addColumn("at", "integer", (column) => column.notNull())
    .execute();
}
