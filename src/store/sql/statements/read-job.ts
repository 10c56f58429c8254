import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Job, JobStatus } from "../../../sheet/job.ts";
import type { PauseCause } from "../../../sheet/rest/rest.ts";
import type { SheetState } from "../../../sheet/state.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import { currentPlan, currentState } from "../earlier.ts";
import type { Fate, JobsAsked, ListedJob } from "../../store.ts";
import type { Schema } from "../schema.ts";

export async function readJob(jobs: Jobs, id: JobId): Promise<Job | undefined> {
  const row = await jobs.where("job.id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : jobFrom(row);
}

/** Plans that were read last, by the position of the event that has them: events of the journal never change. */
export type PlanMemory = Map<number, Plan>;

/** Jobs that are looked at, not jobs that there are. */
const mostPlans = 8;

/** As `readJob`; a plan of thousands of sheets is parsed once, however often its job is asked for. */
export async function recallJob(db: Kysely<Schema>, plans: PlanMemory, id: JobId): Promise<Job | undefined> {
  const row = await db.selectFrom("job").select(["body", "plan_at"]).where("id", "=", id).executeTakeFirst();
  if (row === undefined) return undefined;
  const known = row.plan_at === null ? undefined : plans.get(row.plan_at);
  const job = known === undefined ? await readJob(jobsIn(db), id) : jobWith(JSON.parse(row.body) as StoredJob, known);
  if (row.plan_at === null || job === undefined) return job;
  plans.delete(row.plan_at);
  // The job may have got another plan between the two looks.
  const isSame = known !== undefined || (await planAt(db, id)) === row.plan_at;
  if (isSame) plans.set(row.plan_at, job.plan);
  for (const old of [...plans.keys()].slice(0, -mostPlans)) plans.delete(old);
  return job;
}

async function planAt(db: Kysely<Schema>, id: JobId): Promise<number | null> {
  return (await db.selectFrom("job").select("plan_at").where("id", "=", id).executeTakeFirst())?.plan_at ?? null;
}

/** Newest first. */
export async function readJobs(jobs: Jobs, { repository, limit }: JobsAsked): Promise<readonly Job[]> {
  const rows = await jobs
    .$if(repository !== undefined, (query) => query.where("job.repository", "=", repository as string))
    .orderBy("job.created_at", "desc")
    .orderBy("job.id")
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute();
  return rows.map(jobFrom);
}

export async function readFate(db: Kysely<Schema>, id: JobId): Promise<Fate | undefined> {
  const row = await db
    .selectFrom("job")
    .leftJoin("journal", "journal.position", "job.plan_at")
    .select([
      "job.body",
      // A plan may be megabytes. In texts quotes are escaped: only the key is written so.
      sql<number>`case when coalesce(journal.body, job.body) like '%"cleanupOnSuccess":false%' then 0 else 1 end`.as(
        "cleanup",
      ),
    ])
    .where("job.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status, epoch } = JSON.parse(row.body) as Job;
  const sheets = await db.selectFrom("sheet").select(["id", "state"]).where("job", "=", id).execute();
  return {
    id,
    status,
    epoch,
    cleanupOnSuccess: row.cleanup !== 0,
    sheets: new Map(sheets.map((sheet) => [sheet.id as SheetId, sheet.state as SheetState["kind"]])),
  };
}

/** Newest first. `isEarlier`: no ending is recorded. */
export async function readListed(db: Kysely<Schema>, isEarlier = false): Promise<readonly ListedJob[]> {
  const rows = await db
    .selectFrom("job")
    .select(["id", "name"])
    .select((select) => (isEarlier ? sql<null>`null`.as("ending") : select.ref("ending").as("ending")))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, ending }) => ({
    id: id as JobId,
    name,
    ending: ending === null ? null : (JSON.parse(ending) as object),
  }));
}

export type Jobs = ReturnType<typeof jobsIn>;

/** `isEarlier`: every job's body has its plan. */
export function jobsIn(db: Kysely<Schema>, isEarlier = false): SelectQueryBuilder<Schema, "job", StoredRow> {
  const jobs = db.selectFrom("job").select("job.body as body");
  if (isEarlier) return jobs.select(sql<null>`null`.as("planned"));
  return jobs.select((select) =>
    select.selectFrom("journal").select("journal.body").whereRef("journal.position", "=", "job.plan_at").as("planned"),
  );
}

interface StoredRow {
  readonly body: string;
  /** The event with the plan. */
  readonly planned: string | null;
}

/** In the order of the score. */
export async function readSheets(db: Kysely<Schema>, job: JobId): Promise<ReadonlyMap<SheetId, SheetState>> {
  const rows = await db.selectFrom("sheet").select(["id", "body"]).where("job", "=", job).orderBy("place").execute();
  return new Map(rows.map((row) => [row.id as SheetId, currentState(row.body)]));
}

/** Earlier versions had neither a priority nor a cause of a pause. */
interface StoredJob extends Omit<Job, "plan" | "priority" | "score" | "status"> {
  readonly plan?: Plan;
  readonly priority?: number;
  readonly score?: string | null;
  readonly status:
    | Exclude<JobStatus, { kind: "paused" }>
    | { readonly kind: "paused"; readonly why: string; readonly cause?: PauseCause };
}

export function jobFrom({ body, planned }: StoredRow): Job {
  const job = JSON.parse(body) as StoredJob;
  return jobWith(job, currentPlan(planned === null ? (job.plan as Plan) : planIn(JSON.parse(planned) as Planning)));
}

function jobWith(job: StoredJob, plan: Plan): Job {
  const { status, priority = 0, score = null } = job;
  return {
    ...job,
    plan,
    priority,
    score,
    status: status.kind === "paused" ? { ...status, cause: status.cause ?? { kind: "stop" } } : status,
  };
}

type Planning = { readonly job: { readonly plan: Plan } } | { readonly plan: Plan };

function planIn(event: Planning): Plan {
  return "job" in event ? event.job.plan : event.plan;
}
