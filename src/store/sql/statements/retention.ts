import { type Kysely, sql } from "kysely";
import type { EpochMs, JobId } from "../../../base/ids.ts";
import type { Forgetting } from "../../entry.ts";
import type { PastJob, PastRows } from "../../store.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

/** Jobs that are over and whose last event is older; the event with the plan does not count, since it stays. */
export async function readPastJobs(db: Kysely<Schema>, before: EpochMs): Promise<readonly PastJob[]> {
  const isOther = sql`journal.position <> coalesce(job.plan_at, 0)`;
  const rows = await db
    .selectFrom("job")
    .innerJoin("journal", "journal.job", "job.id")
    .select("job.id")
    .select(({ fn }) => fn.max("journal.at").as("endedAt"))
    .select([
      sql<number>`count(*) filter (where ${isOther})`.as("rows"),
      sql<number>`sum(case when ${isOther} then length(journal.body) else 0 end)`.as("bytes"),
    ])
    .where("job.status", "in", ["finished", "cancelled"])
    .where("job.created_at", "<", before)
    .groupBy("job.id")
    .having(({ fn }) => fn.max("journal.at"), "<", before)
    .orderBy("endedAt")
    .execute();
  return rows.map((row) => ({ ...row, id: row.id as JobId, endedAt: row.endedAt as EpochMs }));
}

/** Answers to keys, or the conductor's own rows. */
export async function readPastRows(db: Kysely<Schema>, what: "answers" | "notes", before: EpochMs): Promise<PastRows> {
  const counted =
    what === "answers"
      ? sql<PastRows>`select count(*) as rows, coalesce(sum(length(result)), 0) as bytes from request where at < ${before}`
      : sql<PastRows>`select count(*) as rows, coalesce(sum(length(body)), 0) as bytes from journal where job = '' and at < ${before}`;
  const [found] = (await counted.execute(db)).rows;
  return found ?? { rows: 0, bytes: 0 };
}

/** A job that goes on meanwhile keeps what it has. */
export function prepareForgetting({ prepare }: Dialect): (what: Forgetting) => void {
  const history = prepare(
    "delete from journal where job = ?1 and position <> (select coalesce(plan_at, 0) from job where id = ?1 and status in ('finished', 'cancelled'))",
  );
  const answers = prepare("delete from request where at < ?");
  const notes = prepare("delete from journal where job = '' and at < ?");
  return (what) => {
    if (what.kind === "history") history(what.job);
    else (what.kind === "answers" ? answers : notes)(what.before);
  };
}
