import type { Kysely } from "kysely";
import { TuttiError } from "../../base/error.ts";
import { type Copied, copyTables, emptyTables, sumTables } from "./copy.ts";
import { readMoved } from "./migrate.ts";
import { readEpoch, writeEpoch } from "./reader.ts";
import type { Schema } from "./schema.ts";

/** A store that no one else writes meanwhile. */
export interface Seat {
  readonly db: Kysely<Schema>;
  /** For people. */
  readonly shown: string;
  /** The largest position there was. */
  readonly position: () => Promise<number>;
  /** Settles the database's own counters, after all rows were put in. In the transaction of the copy. */
  readonly settle: (transaction: Kysely<Schema>, counts: { position: number; epoch: number }) => Promise<void>;
  /** Called first in that transaction. */
  readonly begin: (transaction: Kysely<Schema>) => Promise<void>;
  close(): Promise<void>;
}

/** Copies everything in one transaction, compares it row by row, and marks the source as moved. */
export async function moveStore(from: Seat, to: Seat): Promise<readonly Copied[]> {
  const counts = { position: await from.position(), epoch: await readEpoch(from.db) };
  const copied = await to.db.transaction().execute(async (transaction) => {
    await to.begin(transaction);
    const sums = await sumTables(transaction);
    const isMoved = (await readMoved(transaction)) !== undefined;
    if (isMoved) await emptyTables(transaction);
    else if (sums.some(({ rows }) => rows > 0)) return requireSame(to, sums, await sumTables(from.db));
    await transaction.deleteFrom("meta").where("key", "=", "moved").execute();
    const done = await copyTables(from.db, transaction);
    const epoch = Math.max(counts.epoch, await readEpoch(transaction));
    await writeEpoch(transaction, epoch);
    await to.settle(transaction, { position: counts.position, epoch });
    return done;
  });
  await from.db.insertInto("meta").values({ key: "moved", value: to.shown }).execute();
  return copied;
}

/** A move that was cut off before the source was marked is finished now. */
function requireSame(to: Seat, there: readonly Copied[], here: readonly Copied[]): readonly Copied[] {
  if (here.every(({ hash }, at) => hash === there[at]?.hash)) return here;
  throw new TuttiError("store.not_empty", `${to.shown} has records of its own`, {
    audience: "user",
    hint: "Nothing was moved. Name an empty database, or drop the schema tutti there.",
  });
}
