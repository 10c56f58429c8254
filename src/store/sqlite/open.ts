import { type FileHandle, chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { corrupt, emptied, isDamage, isEmptied, isFoundEmptied, unreadable } from "./open/damage.ts";
import { type Sync, makeJournal, visible } from "../sql/journal.ts";
import { isMigrated, migrate, requireReadable } from "../sql/migrate.ts";
import { readEpoch, reader, readerOf, writeEpoch } from "../sql/reader.ts";
import type { Schema } from "../sql/schema.ts";
import { type Sqlite, openSqlite } from "./open/sqlite.ts";
import type { Store, StoreReader } from "../store.ts";
import { groupWriter, stopped } from "./group.ts";

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
    const journal = makeJournal(groupWriter(database), { sync: log.sync, describe: stopped });
    const close = async (): Promise<void> => {
      // Finish writes that were not awaited; a failed one told its caller.
      await journal.append([]).catch(() => undefined);
      await log.close();
      await db.destroy();
    };
    return {
      ...visible(reader(db, "sqlite"), journal),
      journal,
      broken: journal.broken,
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
      return readerOf(db, version, "sqlite");
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

async function nextEpoch(db: Kysely<Schema>, first: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const epoch = Math.max((await readEpoch(transaction)) + 1, first);
    await writeEpoch(transaction, epoch);
    return epoch;
  });
}
