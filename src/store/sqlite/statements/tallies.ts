import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { Tally } from "../../../findings/tally.ts";
import type { Schema } from "../schema.ts";

export async function readTallies(db: Kysely<Schema>): Promise<readonly Tally[]> {
  return db
    .selectFrom("finding_tallies")
    .selectAll()
    .orderBy("tool")
    .orderBy("code")
    .orderBy("strategy")
    .orderBy("agent")
    .execute();
}

/** Adds to earlier counts. */
export function prepareTallies(database: DatabaseSync): (tallies: readonly Tally[]) => void {
  const add = database.prepare(
    "insert into finding_tallies (tool, code, strategy, agent, tried, fixed, introduced) values (?, ?, ?, ?, ?, ?, ?) on conflict (tool, code, strategy, agent) " +
      "do update set tried = tried + excluded.tried, fixed = fixed + excluded.fixed, introduced = introduced + excluded.introduced",
  );
  return (tallies) => {
    for (const { tool, code, strategy, agent, tried, fixed, introduced } of tallies)
      add.run(tool, code, strategy, agent, tried, fixed, introduced);
  };
}
