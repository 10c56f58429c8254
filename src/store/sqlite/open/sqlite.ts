import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { telling } from "./damage.ts";
import type { Schema } from "../../sql/schema.ts";

/**
 * WAL lets readers look while the writer works; `synchronous=FULL` makes a commit survive a power cut, until the journal
 * syncs the log itself.
 */
export function openSqlite(path: string, mode: "write" | "read"): Sqlite {
  const database = new DatabaseSync(path, { readOnly: mode === "read", timeout: 5000 });
  if (mode === "write") {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
  }
  return { database, db: new Kysely<Schema>({ dialect: new SqliteDialect({ database: adapt(database, path) }) }) };
}

export interface Sqlite {
  readonly database: DatabaseSync;
  readonly db: Kysely<Schema>;
}

type Parameter = string | number | bigint | null;

/** The calls that kysely makes. */
function adapt(
  database: DatabaseSync,
  path: string,
): ConstructorParameters<typeof SqliteDialect>[0]["database"] & object {
  return {
    close: () => {
      database.close();
    },
    prepare: (text: string) => {
      const statement = telling(path, () => database.prepare(text));
      const params = (values: readonly unknown[]): Parameter[] => values as Parameter[];
      return {
        reader: /^\s*(?:select|with|pragma)\b|\breturning\b/i.test(text),
        all: (values: readonly unknown[]) => telling(path, () => statement.all(...params(values))),
        run: (values: readonly unknown[]) => telling(path, () => statement.run(...params(values))),
        iterate: (values: readonly unknown[]) => statement.iterate(...params(values)) as IterableIterator<unknown>,
      };
    },
  };
}
