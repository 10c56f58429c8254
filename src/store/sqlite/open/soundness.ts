import { DatabaseSync } from "node:sqlite";

/** In SQLite's words; empty: sound. Throws if it is no database. */
export function databaseFaults(path: string, most: number): readonly string[] {
  // A reader leaves the log where it is.
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const rows = database.prepare(`PRAGMA quick_check(${String(most)})`).all();
    return rows.map((row) => String(row["quick_check"])).filter((text) => text !== "ok");
  } finally {
    database.close();
  }
}
