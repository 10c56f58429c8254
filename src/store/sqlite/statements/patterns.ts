import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { Pattern, PatternChange } from "../../../learning/patterns/pattern.ts";
import type { Schema } from "../schema.ts";

export async function readPatterns(db: Kysely<Schema>): Promise<readonly Pattern[]> {
  const rows = await db.selectFrom("pattern").select("body").orderBy("place").execute();
  return rows.map(({ body }) => JSON.parse(body) as Pattern);
}

export function preparePatterns(database: DatabaseSync): (change: PatternChange) => void {
  const add = database.prepare("insert into pattern (id, body) values (?, ?) on conflict (id) do nothing");
  const accept = database.prepare("update pattern set body = json_set(body, '$.acceptedAt', ?) where id = ?");
  const forget = database.prepare("delete from pattern where id = ?");
  return (change) => {
    if (change.kind === "added") add.run(change.pattern.id, JSON.stringify(change.pattern));
    else if (change.kind === "accepted") accept.run(change.at, change.id);
    else forget.run(change.id);
  };
}
