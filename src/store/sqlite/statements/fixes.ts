import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { JobId } from "../../../base/ids.ts";
import type { FixRecord } from "../../../fix/model.ts";
import type { Entry } from "../../entry.ts";
import type { Schema } from "../schema.ts";

/** `undefined`: another kind of job. */
export async function readFix(db: Kysely<Schema>, job: JobId): Promise<FixRecord | undefined> {
  const row = await db.selectFrom("fixes").select("record").where("job", "=", job).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.record) as FixRecord);
}

export function prepareFixes(database: DatabaseSync): (entry: Extract<Entry, { about: "fix" }>) => void {
  const save = database.prepare(
    "insert into fixes (job, record) values (?, ?) on conflict (job) do update set record = excluded.record",
  );
  return ({ job, record }) => void save.run(job, JSON.stringify(record));
}
