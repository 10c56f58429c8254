import type { DatabaseSync } from "node:sqlite";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { JournalRow } from "../row.ts";
import type { Dialect } from "../sql/dialect.ts";
import type { Item, WriteGroup, Written } from "../sql/journal.ts";
import { type Writing, prepareWriting } from "../sql/statements/write-entry.ts";
import { isDamage } from "./open/damage.ts";

export function groupWriter(database: DatabaseSync): WriteGroup {
  const writing = prepareWriting(dialectOf(database), lastPosition(database));
  return { next: () => writing.position() + 1, write: (group) => writeGroup(database, writing, group) };
}

function dialectOf(database: DatabaseSync): Dialect {
  const successor = database.prepare("select 1 from successor where id = ?");
  return {
    list: "json_each(?)",
    prepare: (text) => {
      const statement = database.prepare(text);
      return (...values) => {
        statement.run(...values);
      };
    },
    successors: { has: (id) => successor.get(id) !== undefined, add: () => undefined },
  };
}

/** Larger than that of any row there was. */
function lastPosition(database: DatabaseSync): number {
  const last = database.prepare("select seq from sqlite_sequence where name = 'journal'").get();
  return (last as { readonly seq: number } | undefined)?.seq ?? 0;
}

/** Kysely reads on the same connection: nothing is awaited here, so no read comes in between. */
function writeGroup(database: DatabaseSync, writing: Writing, group: readonly Item[]): Written {
  database.exec("begin immediate");
  try {
    const rows: JournalRow[] = [];
    const ends = group.map(({ entries }) => {
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
    return { rows, ends };
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

export function stopped(error: unknown): TuttiError {
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
