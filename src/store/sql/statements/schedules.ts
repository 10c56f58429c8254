import type { Kysely } from "kysely";
import type { Schedule } from "../../../triggers/schedule.ts";
import type { Entry } from "../../entry.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

export async function readSchedules(db: Kysely<Schema>): Promise<readonly Schedule[]> {
  const rows = await db.selectFrom("schedule").select("body").orderBy("place").execute();
  return rows.map(({ body }) => JSON.parse(body) as Schedule);
}

export function prepareSchedules({ prepare }: Dialect): (entry: Extract<Entry, { about: "schedule" }>) => void {
  const put = prepare(
    "insert into schedule (id, body) values (?, ?) on conflict (id) do update set body = excluded.body",
  );
  const remove = prepare("delete from schedule where id = ?");
  return ({ id, schedule }) => {
    if (schedule === null) remove(id);
    else put(id, JSON.stringify(schedule));
  };
}
