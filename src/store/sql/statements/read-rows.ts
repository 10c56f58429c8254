import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { type After, type JournalRow, aboutOf, withoutPlan } from "../../row.ts";
import type { RowsAsked } from "../../store.ts";
import type { DialectName } from "../dialect.ts";
import type { Schema } from "../schema.ts";

/** Oldest first. The first version did not record the state after a row. */
export async function readRows(
  db: Kysely<Schema>,
  asked: RowsAsked,
  { isFirstVersion = false, dialect = "sqlite" }: { isFirstVersion?: boolean; dialect?: DialectName } = {},
): Promise<readonly JournalRow[]> {
  const { job, sheet } = asked;
  const rows = await db
    .selectFrom("journal")
    .select(["position", "job", "sheet", "kind", "at"])
    .select((select) => (isFirstVersion ? sql<null>`null`.as("after") : select.ref("after").as("after")))
    .select(sql<string>`case when sheet is null and job <> '' then ${lean[dialect]} else body end`.as("body"))
    .where("position", ">", asked.after)
    .$if(job !== undefined, (query) => query.where("job", "=", job as string))
    .$if(sheet !== undefined, (query) => query.where("sheet", "=", sheet as string))
    .orderBy("position")
    .limit(asked.limit)
    .execute();
  return rows.map((row) => ({
    position: row.position,
    job: row.job === "" ? null : (row.job as JobId),
    sheet: row.sheet as SheetId | null,
    about: aboutOf(row),
    kind: row.kind,
    at: row.at as EpochMs,
    body: bodyOf(row),
    after: row.after === null ? null : (JSON.parse(row.after) as After),
  }));
}

/** Plans may be megabytes. PostgreSQL reads no JSON with `\u0000`: what has escapes comes whole. */
const lean: Readonly<Record<DialectName, RawBuilder<unknown>>> = {
  sqlite: sql`json_remove(body, '$.job', '$.plan')`,
  postgres: sql`case when strpos(body, '\\u') > 0 then body else
    (select coalesce(json_object_agg(key, value), '{}')::text from json_each(body::json) where key not in ('job', 'plan')) end`,
};

function bodyOf({ job, sheet, body }: { readonly job: string; readonly sheet: string | null; readonly body: string }) {
  const whole = JSON.parse(body) as object;
  return sheet === null && job !== "" ? withoutPlan(whole) : whole;
}

/** 0: none. */
export async function readPosition(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom("journal")
    .select((select) => select.fn.max("position").as("last"))
    .executeTakeFirst();
  return row?.last ?? 0;
}
