import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("verdict")
    // Counts up: the smallest is the oldest.
    .addColumn("place", "integer", (column) => column.primaryKey())
    .addColumn("tree", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("toolchain", "text", (column) => column.notNull())
    .addColumn("against", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addUniqueConstraint("verdict_key", ["tree", "digest", "toolchain", "against"])
    .execute();
  await db.schema.createIndex("verdict_by_digest").on("verdict").column("digest").execute();
  await db.schema
    .createTable("quarantine")
    .addColumn("place", "integer", (column) => column.primaryKey())
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
}
