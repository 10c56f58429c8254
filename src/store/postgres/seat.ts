import { sql } from "kysely";
import { TuttiError } from "../../base/error.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { shownAddress } from "../../base/store-address.ts";
import { counted } from "../sql/copy.ts";
import { migrate } from "../sql/migrate.ts";
import type { Seat } from "../sql/seat.ts";
import { type Address, openPool, schema, unreachable } from "./connect.ts";
import { kyselyOf } from "./dialect.ts";
import { acquireLease, prepareLease } from "./lease.ts";
import { patientPool } from "./patient-pool.ts";

/** Holds the lease; refused while a conductor leads. */
export async function takePostgres(address: Address): Promise<Seat> {
  const pool = openPool(address);
  const shown = shownAddress(address.url);
  try {
    await prepareLease(pool);
    const lease = await acquireLease(pool, {
      holder: "tutti store migrate",
      firstEpoch: 1,
      world: realWorld,
      onWait: (holder) => {
        throw led(shown, holder);
      },
      onLost: () => undefined,
    });
    const db = kyselyOf(patientPool(pool, { address, world: realWorld, limitMs: 0 }));
    await migrate(db, shown, { dialect: "postgres", isMoving: true }).catch(async (error: unknown) => {
      await lease.release();
      throw error;
    });
    return {
      db,
      shown,
      // Pages of the other store may take a while.
      begin: async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        const held = await sql`select 1 from lease where epoch = ${lease.epoch} for update`.execute(transaction);
        if (held.rows.length === 0) throw led(shown, "another process");
      },
      position: () => Promise.resolve(lease.position),
      settle: async (transaction, { position, epoch }) => {
        await sql`update lease set position = ${position}, epoch = greatest(epoch, ${epoch})`.execute(transaction);
        for (const table of counted)
          await sql`select setval(pg_get_serial_sequence(${`${schema}.${table}`}, 'place'),
            greatest((select max(place) from ${sql.table(table)}), 1))`.execute(transaction);
      },
      close: async () => {
        await lease.release();
        await pool.query("update lease set renewed_at = '-infinity' where holder = 'tutti store migrate'");
        await db.destroy();
      },
    };
  } catch (error) {
    await pool.end();
    throw unreachable(address, error);
  }
}

function led(shown: string, holder: string): TuttiError {
  return new TuttiError("conductor.busy", `${holder} leads ${shown}`, {
    audience: "user",
    hint: "Stop it first: tutti stop. Jobs that run are paused, and go on after the move.",
  });
}
