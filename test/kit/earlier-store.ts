import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQL that takes a store back by one version, newest first. */
const undone: readonly (readonly [version: number, sql: string])[] = [
  [14, "drop index outcome_by_start"],
  [13, "drop table schedule"],
  [12, "drop table successor; drop table chain_end"],
  [11, "drop table pattern"],
  [10, "drop table delivery"],
  [9, "drop table outcome"],
  [8, "drop index job_by_repository; alter table job drop column ending"],
  [7, "drop table fixes"],
  [6, "drop table finding_tallies"],
  [5, "alter table job drop column plan_at"],
];

/** Makes of a store one that an earlier version wrote; `more` changes what is in it. */
export function takeStoreBack(home: string, version: number, more?: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(home, "tutti.db"));
  for (const [to, sql] of undone) if (to >= version) database.exec(sql);
  database.prepare("update meta set value = ? where key = 'version'").run(String(version));
  more?.(database);
  database.close();
}
