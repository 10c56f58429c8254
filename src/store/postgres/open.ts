import { TuttiError, messageOf } from "../../base/error.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { shownAddress } from "../../base/store-address.ts";
import { makeJournal, visible } from "../sql/journal.ts";
import { migrate, requireReadable } from "../sql/migrate.ts";
import { reader, readerOf, writeEpoch } from "../sql/reader.ts";
import type { Store, StoreReader } from "../store.ts";
import { type Address, connectPipelined, openPool, schema, unreachable } from "./connect.ts";
import { kyselyOf } from "./dialect.ts";
import { groupWriter } from "./group.ts";
import { acquireLease, isFenced, prepareLease, readLease } from "./lease.ts";
import { patientPool } from "./patient-pool.ts";
import type { WriteFleet } from "./transact.ts";

export interface PostgresOpening {
  readonly firstEpoch?: number;
  /** Which conductor leads. */
  readonly onWait: (holder: string) => void;
  readonly signal?: AbortSignal;
  readonly notice: (text: string) => void;
  /** The home that this conductor works in, and its machine. */
  readonly home: string;
  readonly writeFleet?: WriteFleet;
}

/** How long a reader waits for a server that is away while a conductor works. */
const patienceMs = 60_000;

/** Waits for the lease; migrates first. */
export async function openPostgres(address: Address, opening: PostgresOpening): Promise<Store> {
  const { notice, onWait, signal, home, firstEpoch = 1, writeFleet = noFleet } = opening;
  const world = realWorld;
  const pool = openPool(address);
  const shown = shownAddress(address.url);
  let lose: (error: TuttiError) => void = () => undefined;
  try {
    await prepareLease(pool);
    const holder = `${home} (process ${String(process.pid)})`;
    const onLost = (): void => {
      lose(stopped(shown, takenOver));
    };
    const lease = await acquireLease(pool, { holder, firstEpoch, world, onWait, onLost, ...(signal && { signal }) });
    try {
      const db = kyselyOf(patientPool(pool, { address, world, limitMs: patienceMs }));
      await migrate(db, shown, { dialect: "postgres" });
      await writeEpoch(db, lease.epoch);
      const groups = groupWriter({
        ...lease,
        connect: () => connectPipelined(address),
        writeFleet,
        world,
        onAway: (error) => {
          notice(
            error === null ? `${shown} answers again` : `${shown} does not answer, trying again: ${error.message}`,
          );
        },
      });
      const journal = makeJournal(groups, {
        sync: () => Promise.resolve(),
        describe: (error) => stopped(shown, error),
      });
      lose = (error) => {
        journal.end(error);
      };
      return {
        ...visible(reader(db, "postgres"), journal),
        journal,
        broken: journal.broken,
        epoch: lease.epoch,
        follow: (hear) => journal.follow(hear),
        close: async () => {
          // Finish writes that were not awaited; a failed one told its caller.
          await journal.append([]).catch(() => undefined);
          await groups.close();
          await lease.release();
          await db.destroy();
        },
      };
    } catch (error) {
      await lease.release();
      throw error;
    }
  } catch (error) {
    await pool.end();
    throw unreachable(address, error);
  }
}

/** `undefined`: nothing was ever written there. */
export async function openPostgresReader(address: Address): Promise<PostgresReader | undefined> {
  const pool = openPool(address, 2);
  try {
    const { rows } = await pool.query(`select to_regclass('${schema}.journal') is not null as "isThere"`);
    if (!(rows[0] as { isThere: boolean }).isThere) {
      await pool.end();
      return undefined;
    }
    const db = kyselyOf(patientPool(pool, { address, world: realWorld, limitMs: 0 }));
    const version = await requireReadable(db, shownAddress(address.url));
    return { ...readerOf(db, version, "postgres"), lease: () => readLease(pool) };
  } catch (error) {
    await pool.end();
    throw unreachable(address, error);
  }
}

export interface PostgresReader extends StoreReader {
  readonly lease: () => ReturnType<typeof readLease>;
}

function noFleet(): Promise<void> {
  return Promise.reject(new TuttiError("bug.unexpected", "no fleet writes in this store", { audience: "bug" }));
}

const takenOver = "another conductor has taken over";

function stopped(shown: string, error: unknown): TuttiError {
  const why = isFenced(error) ? takenOver : messageOf(error);
  return new TuttiError(
    "store.write_failed",
    `the journal in ${shown} could not be written, so nothing more is started: ${why}`,
    { audience: "environment", hint: "Everything recorded so far is safe.", cause: error },
  );
}
