import type { Kysely } from "kysely";
import type { JobId } from "../../../base/ids.ts";
import type { FixRecord } from "../../../fix/model.ts";
import type { Entry } from "../../entry.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

/** `undefined`: another kind of job. */
export async function readFix(db: Kysely<Schema>, job: JobId): Promise<FixRecord | undefined> {
  const row = await db.selectFrom("fixes").select("record").where("job", "=", job).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.record) as FixRecord);
}

export function prepareFixes({ prepare }: Dialect): (entry: Extract<Entry, { about: "fix" }>) => void {
  const save = prepare(
    "insert into fixes (job, record) values (?, ?) on conflict (job) do update set record = excluded.record",
  );
  return ({ job, record }) => {
    save(job, JSON.stringify(record));
  };
}
