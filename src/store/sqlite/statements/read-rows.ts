import { type Kysely, sql } from "kysely";
import type { EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { type After, type JournalRow, aboutOf } from "../../row.ts";
import type { RowsAsked } from "../../store.ts";
import type { Schema } from "../schema.ts";

/** Oldest first. The first version did not record the state after a row. */
export async function readRows(
  db: Kysely<Schema>,
  asked: RowsAsked,
  { isFirstVersion } = { isFirstVersion: false },
): Promise<readonly JournalRow[]> {
  const { job, sheet } = asked;
  const rows = await db
    .selectFrom("journal")
    .select(["position", "job", "sheet", "kind", "at"])
    .select((select) => (isFirstVersion ? sql<null>`null`.as("after") : select.ref("after").as("after")))
    // Plans may be megabytes.
    .select(
      sql<string>`case when sheet is null and job <> '' then json_remove(body, '$.job', '$.plan', '$.healing.undo.patch') else body end`.as(
        "body",
      ),
    )
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
    body: JSON.parse(row.body) as object,
    after: row.after === null ? null : (JSON.parse(row.after) as After),
  }));
}

/** 0: none. */
export async function readPosition(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom("journal")
    .select((select) => select.fn.max("position").as("last"))
    .executeTakeFirst();
  return row?.last ?? 0;
}
