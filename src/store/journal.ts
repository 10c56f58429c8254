import type { Kysely, Transaction } from "kysely";
import { TuttiError, messageOf } from "../base/error.ts";
import type { Entry } from "./entry.ts";
import type { Schema } from "./schema.ts";
import { writeEntry } from "./statements/write-entry.ts";

/** The only way to write: entries given together, or while a write is under way, share one transaction and one fsync. */
export interface Journal {
  /** Resolves when the entries are on disk. */
  append(entries: readonly Entry[]): Promise<void>;
}

interface Waiting {
  readonly entries: readonly Entry[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export function makeJournal(db: Kysely<Schema>): Journal {
  let waiting: Waiting[] = [];
  let writing = false;
  let broken: TuttiError | undefined;

  const flush = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      // SQLite takes a failed transaction back by itself, and then refuses the ROLLBACK: the first error is the cause.
      let first: unknown;
      try {
        if (broken !== undefined) throw broken;
        await db.transaction().execute((transaction) =>
          writeAll(transaction, group).catch((error: unknown) => {
            first = error;
            throw error;
          }),
        );
        for (const item of group) item.done();
      } catch (error) {
        // After a failed write nobody knows what the disk holds: no retry in place, the next start reads what is true.
        broken ??= stopped(first ?? error);
        for (const item of group) item.failed(broken);
      }
    }
    writing = false;
  };
  return {
    append: (entries) =>
      new Promise((resolve, reject) => {
        waiting.push({ entries, done: resolve, failed: reject });
        if (!writing) void flush();
      }),
  };
}

async function writeAll(transaction: Transaction<Schema>, group: readonly Waiting[]): Promise<void> {
  for (const item of group) {
    for (const entry of item.entries) await writeEntry(transaction, entry);
  }
}

function stopped(error: unknown): TuttiError {
  return new TuttiError("store.write_failed", `the journal could not be written, so nothing more is started: ${messageOf(error)}`, {
    audience: "environment",
    hint: "Everything recorded so far is safe. Make room on the disk (or fix it), then run: tutti resume",
    cause: error,
  });
}
