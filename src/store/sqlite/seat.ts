import { mkdir } from "node:fs/promises";
import { sql } from "kysely";
import { TuttiError } from "../../base/error.ts";
import { conductorPlaces } from "../../base/home/conductor-places.ts";
import { tryOsLock } from "../../lock/os-lock.ts";
import { migrate } from "../sql/migrate.ts";
import type { Seat } from "../sql/seat.ts";
import { storePath } from "./open.ts";
import { openSqlite } from "./open/sqlite.ts";

/** Holds the home's writer lock; refused while a conductor has it. */
export async function takeSqlite(home: string): Promise<Seat> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const { folder, writerLock } = conductorPlaces(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = tryOsLock(writerLock);
  if (lock === undefined)
    throw new TuttiError("conductor.busy", `a conductor works in ${home}`, {
      audience: "user",
      hint: "Stop it first: tutti stop. Jobs that run are paused, and go on after the move.",
    });
  const path = storePath(home);
  const { db } = openSqlite(path, "write");
  await migrate(db, path, { dialect: "sqlite", isMoving: true });
  return {
    db,
    shown: "sqlite",
    begin: () => Promise.resolve(),
    position: async () => {
      const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'journal'`.execute(db);
      return rows[0]?.seq ?? 0;
    },
    settle: async (transaction, { position }) => {
      await sql`delete from sqlite_sequence where name = 'journal'`.execute(transaction);
      await sql`insert into sqlite_sequence (name, seq) values ('journal', ${position})`.execute(transaction);
    },
    close: async () => {
      await db.destroy();
      lock.release();
    },
  };
}
