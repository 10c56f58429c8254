import type { TuttiError } from "../../base/error.ts";
import type { Entry } from "../entry.ts";
import { type Followers, makeFollowers } from "../followers.ts";
import type { JournalRow } from "../row.ts";
import type { Journal, StoreReader } from "../store.ts";

/** Entries that are written together; what becomes of each is told to the one who gave them. */
export interface Item {
  readonly entries: readonly Entry[];
}

interface Waiting extends Item {
  readonly done: (position: number) => void;
  readonly failed: (error: unknown) => void;
}

/** A long transaction keeps others waiting, so it is split; entries given together stay together. */
const largestGroup = 1000;

/** Makes what was written last long; a database that commits to the disk by itself needs none. */
export type Sync = () => Promise<void>;

export interface SyncedJournal extends Journal, Pick<Followers, "follow"> {
  /** Rows up to this position are on the disk, and followers were told. */
  onDisk(): number;
  /** From now on nothing is written. */
  end(error: TuttiError): void;
  readonly broken: Promise<Error>;
}

export interface Written {
  readonly rows: readonly JournalRow[];
  /** Of each item: the position of its last row; 0: none. */
  readonly ends: readonly number[];
}

/** One transaction. */
export interface WriteGroup {
  /** The first position that it may write, before it writes. */
  readonly next: () => number;
  readonly write: (group: readonly Item[]) => Written | Promise<Written>;
}

/**
 * Entries that come while a group is on its way to the disk share the next transaction and the next fsync. A commit of
 * SQLite would wait for the disk on this thread; the log is synced on another one instead. Callers are answered after
 * that.
 */
export function makeJournal(
  { write, next }: WriteGroup,
  { sync, describe }: { readonly sync: Sync; readonly describe: (error: unknown) => TuttiError },
): SyncedJournal {
  const followers = makeFollowers();
  let waiting: Waiting[] = [];
  let fault: TuttiError | undefined;
  const broken = Promise.withResolvers<Error>();
  const end = (error: TuttiError): void => {
    fault ??= error;
    broken.resolve(fault);
  };
  let isBusy = false;
  let onDisk = Number.POSITIVE_INFINITY;

  const flush = async (): Promise<void> => {
    const group = nextGroup(waiting);
    waiting = waiting.slice(group.length);
    try {
      if (fault !== undefined) throw fault;
      onDisk = next() - 1;
      const written = await write(group);
      if (group.some(({ entries }) => !entries.every(mayBeLost))) await sync();
      onDisk = Number.POSITIVE_INFINITY;
      followers.tell(written.rows);
      for (const [index, item] of group.entries()) item.done(written.ends[index] ?? 0);
    } catch (error) {
      // After a failed write the disk is unknown: no retry; the next start reads what is true.
      end(fault ?? describe(error));
      for (const item of group) item.failed(fault);
    }
    isBusy = waiting.length > 0;
    if (isBusy) setImmediate(() => void flush());
  };
  return {
    follow: (hear) => followers.follow(hear),
    onDisk: () => onDisk,
    end,
    broken: broken.promise,
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

/** A row that was not sent to followers yet is not there yet: they would get it twice. */
export function visible(all: StoreReader, journal: SyncedJournal): StoreReader {
  return {
    ...all,
    rows: async (asked) => (await all.rows(asked)).filter(({ position }) => position <= journal.onDisk()),
    position: async () => Math.min(await all.position(), journal.onDisk()),
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
