import type { Kysely } from "kysely";
import type { Gate } from "../../schedule/gate/gate.ts";
import type { Schema } from "../schema.ts";

/** What is known of agents' accounts. */
export async function readGates(db: Kysely<Schema>): Promise<ReadonlyMap<string, Gate>> {
  const rows = await db.selectFrom("gate").selectAll().execute();
  return new Map(rows.map(({ key, body }) => [key, JSON.parse(body) as Gate]));
}
