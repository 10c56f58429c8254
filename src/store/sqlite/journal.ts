import { isDamage } from "./open/damage.ts";
import type { DatabaseSync } from "node:sqlite";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { Entry } from "../entry.ts";
import { type Followers, makeFollowers } from "../followers.ts";
import type { JournalRow } from "../row.ts";
import type { Journal } from "../store.ts";
import { type Writing, prepareWriting } from "./statements/write-entry.ts";

interface Waiting {
  readonly entries: readonly Entry[];
  readonly done: (position: number) => void;
  readonly failed: (error: unknown) => void;
}

/** A transaction blocks the process, so long ones are split; entries given together stay together. */
const largestGroup = 1000;

/** Makes what was written last long; the database itself writes without waiting for the disk. */
export type Sync = () => Promise<void>;

export interface SyncedJournal extends Journal, Pick<Followers, "follow"> {
  /** Rows up to this position are on the disk, and followers were told. */
  onDisk(): number;
}

/**
 * Entries that come while a group is on its way to the disk share the next transaction and the next fsync. A commit of
 * SQLite would wait for the disk on this thread; the log is synced on another one instead. Callers are answered after
 * that.
 */
export function makeJournal(database: DatabaseSync, sync: Sync): SyncedJournal {
  const writing = prepareWriting(database);
  const followers = makeFollowers();
  let waiting: Waiting[] = [];
  let broken: TuttiError | undefined;
  let isBusy = false;
  let onDisk = Number.POSITIVE_INFINITY;

  const flush = async (): Promise<void> => {
    const group = nextGroup(waiting);
    waiting = waiting.slice(group.length);
    try {
      if (broken !== undefined) throw broken;
      const written = writeGroup(database, writing, group);
      onDisk = (written.rows[0]?.position ?? Number.POSITIVE_INFINITY) - 1;
      if (group.some(({ entries }) => !entries.every(mayBeLost))) await sync();
      onDisk = Number.POSITIVE_INFINITY;
      followers.tell(written.rows);
      for (const [index, item] of group.entries()) item.done(written.positions[index] ?? 0);
    } catch (error) {
      // After a failed write the disk is unknown: no retry; the next start reads what is true.
      broken ??= stopped(error);
      for (const item of group) item.failed(broken);
    }
    isBusy = waiting.length > 0;
    if (isBusy) setImmediate(() => void flush());
  };
  return {
    follow: (hear) => followers.follow(hear),
    onDisk: () => onDisk,
    append: (entries) =>
      new Promise((done, failed) => {
        waiting.push({ entries, done, failed });
        if (isBusy) return;
        isBusy = true;
        // Not at once: the rest of this turn of the loop shares the fsync.
        setImmediate(() => void flush());
      }),
  };
}

/**
 * A verdict that a power cut takes back is asked for again, so no one waits until it is on the disk. It gets there
 * with the next entry that is waited for: nothing that was decided by it lasts longer than it does.
 */
function mayBeLost(entry: Entry): boolean {
  return entry.about === "verdict" && entry.change.kind === "said";
}

function nextGroup(waiting: readonly Waiting[]): readonly Waiting[] {
  let entries = 0;
  const end = waiting.findIndex((item, index) => (entries += item.entries.length) > largestGroup && index > 0);
  return end === -1 ? waiting : waiting.slice(0, end);
}

interface Written {
  readonly rows: readonly JournalRow[];
  /** 0: no row. */
  readonly positions: readonly number[];
}

/** Kysely reads on the same connection: nothing is awaited here, so no read comes in between. */
function writeGroup(database: DatabaseSync, writing: Writing, group: readonly Waiting[]): Written {
  database.exec("begin immediate");
  try {
    const rows: JournalRow[] = [];
    const positions = group.map(({ entries }) => {
      let position = 0;
      for (const entry of entries) {
        const row = writing.write(entry);
        if (row === undefined) continue;
        rows.push(row);
        ({ position } = row);
      }
      return position;
    });
    writing.finish();
    database.exec("commit");
    return { rows, positions };
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("rollback");
  } catch {
    // SQLite rolls some failures back by itself and then refuses this: the first error is the cause.
  }
}

function stopped(error: unknown): TuttiError {
  return new TuttiError(
    "store.write_failed",
    `the journal could not be written, so nothing more is started: ${messageOf(error)}`,
    {
      audience: "environment",
      hint: isDamage(error)
        ? "The database is damaged. Landings, snapshots and contexts do not depend on it: tutti resume --infer"
        : "Everything recorded so far is safe. Make room on the disk (or fix it), then run: tutti resume",
      cause: error,
    },
  );
}
