import type { Kysely } from "kysely";
import type { Entry } from "../../entry.ts";
import type { KeptQueue, KeptTrial } from "../../queue.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

export async function readQueues(db: Kysely<Schema>): Promise<readonly KeptQueue[]> {
  const rows = await db.selectFrom("queue").select("body").orderBy("repository").orderBy("target").execute();
  return rows.map(({ body }) => JSON.parse(body) as KeptQueue);
}

export async function readTrials(db: Kysely<Schema>): Promise<readonly KeptTrial[]> {
  const rows = await db.selectFrom("trial").select("body").orderBy("checkout").execute();
  return rows.map(({ body }) => JSON.parse(body) as KeptTrial);
}

export function prepareQueues({ prepare }: Dialect): (entry: Extract<Entry, { about: "queue" | "trial" }>) => void {
  const say = prepare(
    "insert into queue (repository, target, body) values (?, ?, ?) on conflict (repository, target) do update set body = excluded.body",
  );
  const forget = prepare("delete from queue where repository = ? and target = ?");
  const begin = prepare(
    "insert into trial (checkout, body) values (?, ?) on conflict (checkout) do update set body = excluded.body",
  );
  const end = prepare("delete from trial where checkout = ?");
  return (entry) => {
    if (entry.about === "trial") {
      if (entry.trial === null) end(entry.checkout);
      else begin(entry.checkout, JSON.stringify(entry.trial));
      return;
    }
    const { repository, target, isPaused, first } = entry.queue;
    // Nothing left to say: no row.
    if (!isPaused && first.length === 0) forget(repository, target);
    else say(repository, target, JSON.stringify(entry.queue));
  };
}
