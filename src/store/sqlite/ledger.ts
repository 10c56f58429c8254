import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOsLockHeld, tryOsLock } from "../../lock/os-lock.ts";
import type { Lane } from "../../schedule/accounts/lane.ts";
import type { Ledger } from "../ledger.ts";

/** Long enough for others to finish their step, which takes less than a millisecond; this process waits for it. */
const busyMs = 500;
/** Lanes change in shape: what another version wrote is not read. */
const format = 3;

function fileIn(folder: string): string {
  return join(folder, `ledger-${String(format)}.db`);
}

/** All of it, without a lock; nothing where there is none. */
export function readLedger(folder: string): ReadonlyMap<string, Lane> {
  if (!existsSync(fileIn(folder))) return new Map();
  const database = new DatabaseSync(fileIn(folder), { readOnly: true, timeout: busyMs });
  try {
    return lanesIn(database);
  } finally {
    database.close();
  }
}

function lanesIn(database: DatabaseSync): ReadonlyMap<string, Lane> {
  const rows = database.prepare("select key, body from lane").all() as { key: string; body: string }[];
  return new Map(rows.map(({ key, body }) => [key, JSON.parse(body) as Lane]));
}

/**
 * A file that all homes of a user share. Each process that writes there holds a lock of its own, which the operating
 * system takes back when the process dies: that is how others know that its sessions are over. The data in the file is
 * worth little by itself (limits are learnt again), so a commit does not wait for the disk.
 */
export function openLedger(folder: string): Ledger {
  const holders = join(folder, "holders");
  mkdirSync(holders, { recursive: true, mode: 0o700 });
  const holder = randomUUID();
  const lockOf = (name: string): string => join(holders, `${name}.lock`);
  const lock = tryOsLock(lockOf(holder));
  const database = new DatabaseSync(fileIn(folder), { timeout: busyMs });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  database.exec("create table if not exists lane (key text primary key, body text not null) strict");
  const select = database.prepare("select body from lane where key = ?");
  const upsert = database.prepare(
    "insert into lane (key, body) values (?, ?) on conflict (key) do update set body = excluded.body",
  );
  const remove = database.prepare("delete from lane where key = ?");
  const version = database.prepare("pragma data_version");
  const read = (key: string): Lane | undefined => {
    const row = select.get(key) as { readonly body: string } | undefined;
    return row === undefined ? undefined : (JSON.parse(row.body) as Lane);
  };
  const change: Ledger["change"] = (key, changed) => {
    database.exec("begin immediate");
    try {
      const before = read(key);
      const lane = changed(before);
      if (lane === undefined) remove.run(key);
      else if (lane !== before) upsert.run(key, JSON.stringify(lane));
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
  return {
    holder,
    read,
    all: () => lanesIn(database),
    change,
    version: () => (version.get() as { data_version: number }).data_version,
    gone: (names) =>
      names.filter((name) => {
        if (name === holder || isOsLockHeld(lockOf(name))) return false;
        rmSync(lockOf(name), { force: true });
        return true;
      }),
    close: () => {
      database.close();
      lock?.release();
      rmSync(lockOf(holder), { force: true });
    },
  };
}
