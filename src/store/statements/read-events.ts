import type { Kysely } from "kysely";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/event.ts";
import { noteKinds } from "../row.ts";
import type { Schema } from "../schema.ts";

/** What happened to the sheets of a job, or to one of them, oldest first. */
export async function readSheetEvents(
  db: Kysely<Schema>,
  job: JobId,
  sheet?: SheetId,
): Promise<readonly { readonly sheet: SheetId; readonly event: SheetEvent }[]> {
  const all = db.selectFrom("journal").select(["sheet", "kind", "at", "body"]).where("job", "=", job);
  const rows = await (sheet === undefined ? all.where("sheet", "is not", null) : all.where("sheet", "=", sheet))
    .where("kind", "not in", noteKinds)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    sheet: row.sheet as SheetId,
    event: { kind: row.kind, at: row.at, ...(JSON.parse(row.body) as object) } as SheetEvent,
  }));
}
