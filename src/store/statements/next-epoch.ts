import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Counts the writers this store has had: what an earlier one left running is told apart by its number. */
export async function nextEpoch(db: Kysely<Schema>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom("meta").select("value").where("key", "=", "epoch").executeTakeFirst();
    const epoch = Number(row?.value ?? "0") + 1;
    const value = String(epoch);
    await transaction
      .insertInto("meta")
      .values({ key: "epoch", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    return epoch;
  });
}
