import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** The writer this store had last; 0 for none. */
export async function readEpoch(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", "epoch").executeTakeFirst();
  return Number(row?.value ?? "0");
}

/** Counts the writers this store has had: what an earlier one left running is told apart by its number. */
export async function nextEpoch(db: Kysely<Schema>, first: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const epoch = Math.max((await readEpoch(transaction)) + 1, first);
    const value = String(epoch);
    await transaction
      .insertInto("meta")
      .values({ key: "epoch", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    return epoch;
  });
}
