import type { Kysely } from "kysely";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Throttle } from "../../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { noteKinds } from "../row.ts";
import type { StoreReader } from "../store.ts";
import type { DialectName } from "./dialect.ts";
import type { Schema } from "./schema.ts";
import { readOutbox } from "./statements/deliveries.ts";
import { readFix } from "./statements/fixes.ts";
import { readOutcomes, readWorkFigures } from "./statements/outcomes.ts";
import { readPatterns } from "./statements/patterns.ts";
import { readQueues, readTrials } from "./statements/queues.ts";
import {
  type Jobs,
  jobsIn,
  type PlanMemory,
  readFate,
  readJob,
  readJobs,
  readListed,
  readSheets,
  recallJob,
} from "./statements/read-job.ts";
import { readPosition, readRows } from "./statements/read-rows.ts";
import { countJobs, readUnfinished } from "./statements/read-unfinished.ts";
import { readPastJobs, readPastRows } from "./statements/retention.ts";
import { readSchedules } from "./statements/schedules.ts";
import { isChainCancelled, readSuccessors } from "./statements/successors.ts";
import { readTallies } from "./statements/tallies.ts";
import { countVerdicts, readQuarantine, readVerdict } from "./statements/verdicts.ts";

function jobReader(jobs: Jobs): Pick<StoreReader, "job" | "jobs" | "unfinished"> {
  return {
    job: (id) => readJob(jobs, id),
    jobs: (asked = {}) => readJobs(jobs, asked),
    unfinished: (repository) => readUnfinished(jobs, repository),
  };
}

export function reader(db: Kysely<Schema>, dialect: DialectName): StoreReader {
  const plans: PlanMemory = new Map();
  return {
    ...jobReader(jobsIn(db)),
    job: (id) => recallJob(db, plans, id),
    fate: (job) => readFate(db, job),
    listed: () => readListed(db),
    pastJobs: (before) => readPastJobs(db, before),
    pastRows: (what, before) => readPastRows(db, what, before),
    countJobs: () => countJobs(db),
    sheets: (job) => readSheets(db, job),
    events: (job, sheet) => readSheetEvents(db, job, sheet),
    rows: (asked) => readRows(db, asked, { dialect }),
    position: () => readPosition(db),
    answer: (key) => readAnswer(db, key),
    throttles: () => readThrottles(db),
    verdict: (key) => readVerdict(db, key),
    countVerdicts: (digests) => countVerdicts(db, digests),
    quarantine: () => readQuarantine(db),
    queues: () => readQueues(db),
    trials: () => readTrials(db),
    tallies: () => readTallies(db),
    patterns: () => readPatterns(db),
    workFigures: () => readWorkFigures(db),
    outcomes: (most) => readOutcomes(db, most),
    fix: (job) => readFix(db, job),
    outbox: () => readOutbox(db),
    successors: (asked) => readSuccessors(db, asked),
    isChainCancelled: (root) => isChainCancelled(db, root),
    schedules: () => readSchedules(db),
    epoch: () => readEpoch(db),
    close: () => db.destroy(),
  };
}

/** A reader may meet a store that no writer has migrated yet. */
export function readerOf(db: Kysely<Schema>, version: number, dialect: DialectName): StoreReader {
  return {
    ...reader(db, dialect),
    ...(version < 12 ? { patterns: () => Promise.resolve([]) } : {}),
    ...(version < 11 ? { outbox: () => Promise.resolve({ upTo: null, deliveries: [] }) } : {}),
    ...(version < 10 ? { outcomes: () => Promise.resolve([]), workFigures: () => Promise.resolve([]) } : {}),
    ...(version < 14 ? { schedules: () => Promise.resolve([]) } : {}),
    ...(version < 13 ? { successors: () => Promise.resolve([]), isChainCancelled: () => Promise.resolve(false) } : {}),
    ...(version < 9 ? { listed: () => readListed(db, true) } : {}),
    ...(version < 8 ? { fix: () => Promise.resolve(undefined) } : {}),
    ...(version < 7 ? { tallies: () => Promise.resolve([]) } : {}),
    // Its jobs are only listed and shown until a writer has come.
    ...(version < 6 ? { ...jobReader(jobsIn(db, true)), fate: () => Promise.resolve(undefined), ...noPast } : {}),
    ...(version < 5 ? noQueues : {}),
    ...(version < 4 ? noVerdicts : {}),
    ...(version < 3 ? { throttles: () => Promise.resolve(new Map()) } : {}),
    ...(version < 2 ? ofFirstVersion(db) : {}),
  };
}

const noPast: Pick<StoreReader, "pastJobs" | "pastRows"> = {
  pastJobs: () => Promise.resolve([]),
  pastRows: () => Promise.resolve({ rows: 0, bytes: 0 }),
};

const noQueues: Pick<StoreReader, "queues" | "trials"> = {
  queues: () => Promise.resolve([]),
  trials: () => Promise.resolve([]),
};

const noVerdicts: Pick<StoreReader, "verdict" | "countVerdicts" | "quarantine"> = {
  verdict: () => Promise.resolve(undefined),
  countVerdicts: () => Promise.resolve(0),
  quarantine: () => Promise.resolve([]),
};

function ofFirstVersion(db: Kysely<Schema>): Pick<StoreReader, "rows" | "answer"> {
  return { rows: (asked) => readRows(db, asked, { isFirstVersion: true }), answer: () => Promise.resolve(undefined) };
}

async function readThrottles(db: Kysely<Schema>): Promise<ReadonlyMap<string, Throttle>> {
  const rows = await db.selectFrom("gate").selectAll().execute();
  return new Map(rows.map(({ key, body }) => [key, JSON.parse(body) as Throttle]));
}

async function readAnswer(
  db: Kysely<Schema>,
  key: string,
): Promise<{ readonly method: string; readonly result: unknown } | undefined> {
  const row = await db.selectFrom("request").select(["method", "result"]).where("key", "=", key).executeTakeFirst();
  return row === undefined ? undefined : { method: row.method, result: JSON.parse(row.result) as unknown };
}

/** 0: none. */
export async function readEpoch(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", "epoch").executeTakeFirst();
  return Number(row?.value ?? "0");
}

/** Numbers the writers: what an earlier one left running is recognised. */
export async function writeEpoch(db: Kysely<Schema>, epoch: number): Promise<void> {
  const value = String(epoch);
  await db
    .insertInto("meta")
    .values({ key: "epoch", value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

async function readSheetEvents(
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
