import { DatabaseSync } from "node:sqlite";

/**
 * What is wrong with a database file, in SQLite's words; empty when nothing is. Throws what SQLite does where it is
 * none at all.
 */
export function databaseFaults(path: string, most: number): readonly string[] {
  // A reader does not move the log into the database when it closes: whoever looks at it later finds it as it was.
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const rows = database.prepare(`PRAGMA quick_check(${String(most)})`).all();
    return rows.map((row) => String(row["quick_check"])).filter((text) => text !== "ok");
  } finally {
    database.close();
  }
}
