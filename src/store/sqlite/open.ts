import { type FileHandle, chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Throttle } from "../../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { corrupt, emptied, isDamage, isEmptied, isFoundEmptied, unreadable } from "./open/damage.ts";
import { type Sync, makeJournal } from "./journal.ts";
import { isMigrated, migrate, requireReadable } from "./open/migrate.ts";
import { noteKinds } from "../row.ts";
import type { Schema } from "./schema.ts";
import { type Sqlite, openSqlite } from "./open/sqlite.ts";
import { readOutbox } from "./statements/deliveries.ts";
import { readFix } from "./statements/fixes.ts";
import { readOutcomes, readWorkFigures } from "./statements/outcomes.ts";
import { readPatterns } from "./statements/patterns.ts";
import { readQueues, readTrials } from "./statements/queues.ts";
import { type Jobs, jobsIn, readFate, readListed, readJob, readJobs, readSheets } from "./statements/read-job.ts";
import { readPosition, readRows } from "./statements/read-rows.ts";
import { countJobs, readUnfinished } from "./statements/read-unfinished.ts";
import { readPastJobs, readPastRows } from "./statements/retention.ts";
import { readSchedules } from "./statements/schedules.ts";
import { isChainCancelled, readSuccessors } from "./statements/successors.ts";
import { readTallies } from "./statements/tallies.ts";
import { countVerdicts, readQuarantine, readVerdict } from "./statements/verdicts.ts";
import type { Store, StoreReader } from "../store.ts";

/** For the holder of the writer lock; migrates first. `firstEpoch`: the smallest number of this writer. */
export async function openStore(home: string, firstEpoch = 1): Promise<Store> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chmod(home, 0o700);
  const path = storePath(home);
  if (await isEmptied(home, path)) throw corrupt(path, emptied);
  const { db, database } = await opened(path, "write");
  try {
    await migrate(db, path);
    const epoch = await nextEpoch(db, firstEpoch);
    const log = syncLog(database, path);
    const journal = makeJournal(database, log.sync);
    const close = async (): Promise<void> => {
      // Finish writes that were not awaited; a failed one told its caller.
      await journal.append([]).catch(() => undefined);
      await log.close();
      await db.destroy();
    };
    const all = reader(db);
    return {
      ...all,
      // A row that followers were not told of yet is not there yet: they would get it twice.
      rows: async (asked) => (await all.rows(asked)).filter(({ position }) => position <= journal.onDisk()),
      position: async () => Math.min(await all.position(), journal.onDisk()),
      journal,
      epoch,
      follow: (hear) => journal.follow(hear),
      close,
    };
  } catch (error) {
    await db.destroy();
    throw error instanceof TuttiError ? error : unwritable(path, error);
  }
}

/** From now on commits do not wait for the disk; callers of the journal wait for this sync. */
function syncLog(database: Sqlite["database"], path: string): { sync: Sync; close: () => Promise<void> } {
  database.exec("PRAGMA synchronous = NORMAL");
  // SQLite keeps this file for as long as it is open, and locks others.
  let log: Promise<FileHandle> | undefined;
  return {
    sync: async () => (await (log ??= open(`${path}-wal`, "r+"))).datasync(),
    close: async () => (await log?.catch(() => undefined))?.close(),
  };
}

function unwritable(path: string, error: unknown): TuttiError {
  return new TuttiError("store.write_failed", `${path} can't be written: ${messageOf(error)}`, {
    audience: "environment",
    hint: "Everything recorded so far is safe. Make room on the disk (or fix it), then try again.",
    cause: error,
  });
}

/** `undefined`: none yet. */
export async function openReader(home: string): Promise<StoreReader | undefined> {
  const path = storePath(home);
  if (!(await exists(path))) return undefined;
  if (await isFoundEmptied(home, path)) throw corrupt(path, emptied);
  const { db } = await opened(path, "read");
  try {
    if (await isMigrated(db)) {
      const version = await requireReadable(db, path);
      return readerOf(db, version);
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  await db.destroy();
  return undefined;
}

export function storePath(home: string): string {
  return join(home, "tutti.db");
}

async function opened(path: string, mode: "write" | "read"): Promise<Sqlite> {
  try {
    const sqlite = openSqlite(path, mode);
    // Opening reads nothing: the first query finds a file that is no database.
    await isMigrated(sqlite.db);
    return sqlite;
  } catch (error) {
    if (error instanceof TuttiError) throw error;
    if (isDamage(error)) throw corrupt(path, error);
    throw mode === "write" ? unwritable(path, error) : unreadable(path, error);
  }
}

function jobReader(jobs: Jobs): Pick<StoreReader, "job" | "jobs" | "unfinished"> {
  return {
    job: (id) => readJob(jobs, id),
    jobs: (asked = {}) => readJobs(jobs, asked),
    unfinished: (repository) => readUnfinished(jobs, repository),
  };
}

function reader(db: Kysely<Schema>): StoreReader {
  return {
    ...jobReader(jobsIn(db)),
    fate: (job) => readFate(db, job),
    listed: () => readListed(db),
    pastJobs: (before) => readPastJobs(db, before),
    pastRows: (what, before) => readPastRows(db, what, before),
    countJobs: () => countJobs(db),
    sheets: (job) => readSheets(db, job),
    events: (job, sheet) => readSheetEvents(db, job, sheet),
    rows: (asked) => readRows(db, asked),
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
function readerOf(db: Kysely<Schema>, version: number): StoreReader {
  return {
    ...reader(db),
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
async function readEpoch(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", "epoch").executeTakeFirst();
  return Number(row?.value ?? "0");
}

/** Numbers the writers: what an earlier one left running is recognised. */
async function nextEpoch(db: Kysely<Schema>, first: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const epoch = Math.max((await readEpoch(transaction)) + 1, first);
    const value = String(epoch);
    await transaction
      .insertInto("meta")
      .values({ key: "epoch", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    return epoch;
  });
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
