import type { Kysely } from "kysely";
import type { Pattern, PatternChange } from "../../../learning/patterns/pattern.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

export async function readPatterns(db: Kysely<Schema>): Promise<readonly Pattern[]> {
  const rows = await db.selectFrom("pattern").select("body").orderBy("place").execute();
  return rows.map(({ body }) => JSON.parse(body) as Pattern);
}

export function preparePatterns({ prepare }: Dialect): (change: PatternChange) => void {
  const add = prepare("insert into pattern (id, body) values (?, ?) on conflict (id) do nothing");
  // Quotes in texts are escaped: only the key is written so.
  const accept = prepare(
    `update pattern set body = replace(body, '"acceptedAt":null', '"acceptedAt":' || ?) where id = ?`,
  );
  const forget = prepare("delete from pattern where id = ?");
  return (change) => {
    if (change.kind === "added") add(change.pattern.id, JSON.stringify(change.pattern));
    else if (change.kind === "accepted") accept(String(change.at), change.id);
    else forget(change.id);
  };
}
