import type { Kysely } from "kysely";
import type { Tally } from "../../../findings/tally.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

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
export function prepareTallies({ prepare }: Dialect): (tallies: readonly Tally[]) => void {
  const add = prepare(
    "insert into finding_tallies (tool, code, strategy, agent, tried, fixed, introduced) values (?, ?, ?, ?, ?, ?, ?) on conflict (tool, code, strategy, agent) " +
      "do update set tried = finding_tallies.tried + excluded.tried, fixed = finding_tallies.fixed + excluded.fixed, introduced = finding_tallies.introduced + excluded.introduced",
  );
  return (tallies) => {
    for (const { tool, code, strategy, agent, tried, fixed, introduced } of tallies)
      add(tool, code, strategy, agent, tried, fixed, introduced);
  };
}
