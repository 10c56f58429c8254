import type { Kysely } from "kysely";
import type { Delivery, Outbox } from "../../delivery.ts";
import type { Entry } from "../../entry.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

const cursor = "notified";
/** Of those that were sent, and of those that were given up. */
const mostKept = 200;

export async function readOutbox(db: Kysely<Schema>): Promise<Outbox> {
  const rows = await db.selectFrom("delivery").select("body").orderBy("place").execute();
  const read = await db.selectFrom("meta").select("value").where("key", "=", cursor).executeTakeFirst();
  return {
    upTo: read === undefined ? null : Number(read.value),
    deliveries: rows.map(({ body }) => JSON.parse(body) as Delivery),
  };
}

export function prepareDeliveries({ prepare }: Dialect): (entry: Extract<Entry, { about: "deliveries" }>) => void {
  const put = prepare(
    "insert into delivery (id, state, body) values (?, ?, ?) on conflict (id) do update set state = excluded.state, body = excluded.body",
  );
  const move = prepare(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
  );
  const drop = prepare(
    "delete from delivery where state = ?1 and place <= (select place from delivery where state = ?1 order by place desc limit 1 offset ?2)",
  );
  return ({ put: deliveries, upTo }) => {
    for (const delivery of deliveries) put(delivery.id, delivery.state, JSON.stringify(delivery));
    if (upTo !== undefined) move(cursor, String(upTo));
    for (const state of new Set(deliveries.map((delivery) => delivery.state)))
      if (state !== "waiting") drop(state, mostKept);
  };
}
