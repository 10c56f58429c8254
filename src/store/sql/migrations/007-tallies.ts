import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  const whole = ["tried", "fixed", "introduced"] as const;
  const named = db.schema
    .createTable("finding_tallies")
    .addColumn("tool", "text", (column) => column.notNull())
    .addColumn("code", "text", (column) => column.notNull())
    .addColumn("strategy", "text", (column) => column.notNull())
    .addColumn("agent", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("finding_tallies_key", ["tool", "code", "strategy", "agent"]);
  await whole.reduce((table, name) => table.addColumn(name, "integer", (column) => column.notNull()), named).execute();
}
