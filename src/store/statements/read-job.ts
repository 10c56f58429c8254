import type { Kysely } from "kysely";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Job, JobStatus, PauseCause } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import { currentPlan, currentState } from "../earlier.ts";
import type { Schema } from "../schema.ts";

export async function readJob(db: Kysely<Schema>, id: JobId): Promise<Job | undefined> {
  const row = await db.selectFrom("job").select("body").where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : jobFrom(row.body);
}

/** All jobs, newest first. */
export async function readJobs(db: Kysely<Schema>): Promise<readonly Job[]> {
  const rows = await db.selectFrom("job").select("body").orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map((row) => jobFrom(row.body));
}

/** A job's sheets in the order of the score. */
export async function readSheets(db: Kysely<Schema>, job: JobId): Promise<ReadonlyMap<SheetId, SheetState>> {
  const rows = await db.selectFrom("sheet").select(["id", "body"]).where("job", "=", job).orderBy("place").execute();
  return new Map(rows.map((row) => [row.id as SheetId, currentState(row.body)]));
}

/** Jobs of earlier versions had neither a priority nor a cause of their pause. */
interface StoredJob extends Omit<Job, "priority" | "score" | "status"> {
  readonly priority?: number;
  readonly score?: string | null;
  readonly status: Exclude<JobStatus, { kind: "paused" }> | { readonly kind: "paused"; readonly why: string; readonly cause?: PauseCause };
}

export function jobFrom(body: string): Job {
  const job = JSON.parse(body) as StoredJob;
  const { status, priority = 0, score = null } = job;
  return {
    ...job,
    plan: currentPlan(job.plan),
    priority,
    score,
    status: status.kind === "paused" ? { ...status, cause: status.cause ?? { kind: "stop" } } : status,
  };
}
