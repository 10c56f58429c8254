import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import type { ToWorker } from "../claims/messages.ts";
import type { LiveClaim } from "../claims/claim.ts";
import { FleetTaken } from "../claims/taken.ts";
import { listen } from "./listen.ts";
import { type Order, type WriteOrders, inTransaction, makeEpochs, ordersOver } from "./order.ts";
import { queueName } from "./queue.ts";
import { schema, takenState } from "./schema.ts";
import { type WorkerRecords, hashOf, partsOf, workerRecords } from "./worker-records.ts";

/** One message of a worker, as it came. */
export interface Said {
  readonly epoch: number;
  readonly n: number;
  readonly body: unknown;
  readonly bytes: Buffer | null;
}

/** Where workers find git. */
export interface Endpoint {
  readonly url: string;
  /** A certificate that is trusted for it; `null`: those that the system knows. */
  readonly ca: string | null;
}

/** The conductor's side of the fleet's tables. Its writes fail once another conductor leads. */
export interface FleetTables extends WorkerRecords {
  readonly leader: number;
  nextEpoch(): Promise<number>;
  /** Claims and their places in the queue, in one transaction. */
  order(orders: readonly Order[]): Promise<void>;
  /** The same, in the journal's. */
  readonly orderWithin: WriteOrders;
  /** `false`: no worker holds the claim. */
  call(epoch: number, body: ToWorker): Promise<boolean>;
  /** `why`: `null` when all went as it should. */
  finish(epoch: number, why: string | null): Promise<boolean>;
  keepContext(epoch: number, context: object): Promise<void>;
  live(): Promise<readonly LiveClaim[]>;
  said(): Promise<readonly Said[]>;
  drop(read: readonly Pick<Said, "epoch" | "n">[]): Promise<void>;
  /** The claim of an epoch, if the worker with this token holds it. */
  admit(token: string, epoch: number): Promise<{ readonly ref: string; readonly repository: string } | null>;
  close(): Promise<void>;
}

export interface TablesOpening {
  readonly pool: Pool;
  readonly world: Pick<World, "after">;
  readonly leaseMs: number;
  readonly endpoint: Endpoint;
  readonly heard: () => void;
  /** Of the journal in the same database; `null`: it lies elsewhere. */
  readonly storeEpoch: number | null;
}

/** Makes the tables where they are missing, and leads from here on. */
export async function openTables(opening: TablesOpening): Promise<FleetTables> {
  const { pool, world, leaseMs, endpoint, heard, storeEpoch } = opening;
  const executeSql = async (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
    const answer = await pool.query(text, values);
    // A script of several statements gives several answers.
    const all = ([answer] as unknown[]).flat() as { readonly rows: object[] }[];
    return { rows: all.at(-1)?.rows ?? [] };
  };
  const boss = new PgBoss({ db: { executeSql }, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue(queueName, { retryLimit: 0, expireInSeconds: 86_000 });
  await pool.query(`begin; select pg_advisory_xact_lock(${String(schemaLock)}); ${schema}; commit`);
  const led = await pool.query<{ leader: number }>(
    `update tutti_fleet.fleet set leader = leader + 1, store_epoch = $3, lease_ms = $1, endpoint = $2
     where $3::bigint is null or store_epoch is null or store_epoch <= $3 returning leader`,
    [leaseMs, JSON.stringify(endpoint), storeEpoch],
  );
  const leader = led.rows[0]?.leader;
  // A word of one that died may arrive late: it must not lead instead of the one that holds the store.
  if (leader === undefined) throw new FleetTaken();
  // Work that no worker has begun is ordered again by its job.
  await pool.query(
    `select tutti_fleet.finish($1, epoch, 'its conductor was replaced') from tutti_fleet.claims
     where state = 'open' or (state = 'held' and context is null)`,
    [leader],
  );
  const write = ordersOver(boss, leader);
  const deafen = listen(pool, world, { channel: "tutti_fleet", heard });
  return {
    leader,
    orderWithin: write,
    ...faulting(orderStatements(pool, write)),
    ...faulting(claimStatements(pool, leader)),
    ...faulting(workerRecords(pool)),
    close: async () => {
      deafen();
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}

const schemaLock = 7_411_001;

function orderStatements(pool: Pool, write: WriteOrders): Pick<FleetTables, "nextEpoch" | "order"> {
  return {
    nextEpoch: makeEpochs(pool),
    order: (orders) =>
      inTransaction(pool, async (runs) => {
        const sent: Promise<unknown>[] = [];
        const send = ({ text }: { readonly text: string }, values: readonly unknown[] = []): void => {
          const answer = runs.query(text, values);
          // The first one that fails is thrown below.
          answer.catch(() => undefined);
          sent.push(answer);
        };
        await write({ send }, orders);
        await Promise.all(sent);
      }),
  };
}

type ClaimPart = Pick<FleetTables, "call" | "finish" | "keepContext" | "live" | "said" | "drop" | "admit">;

function claimStatements(pool: Pool, leader: number): ClaimPart {
  return {
    call: async (epoch, body) => {
      const done = await pool.query<{ call: boolean }>("select tutti_fleet.call($1, $2, $3)", [
        leader,
        epoch,
        JSON.stringify(body),
      ]);
      return done.rows[0]?.call === true;
    },
    finish: async (epoch, why) => {
      const done = await pool.query<{ finish: boolean }>("select tutti_fleet.finish($1, $2, $3)", [leader, epoch, why]);
      return done.rows[0]?.finish === true;
    },
    keepContext: async (epoch, context) => {
      await pool.query("select tutti_fleet.keep_context($1, $2, $3)", [leader, epoch, JSON.stringify(context)]);
    },
    live: async () =>
      (
        await pool.query<Omit<LiveClaim, "context"> & { context: string | null }>(
          `select epoch, job, sheet, attempt, labels, state, worker, context,
             coalesce(extract(epoch from clock_timestamp() - beat_at) * 1000, 0)::float8 as "silentMs"
           from tutti_fleet.claims where state <> 'over' order by epoch`,
        )
      ).rows.map((row) => ({ ...row, context: row.context === null ? null : parsed(row.context) })),
    said: async () =>
      (
        await pool.query<Said & { body: string }>(
          "select epoch, n, body, bytes from tutti_fleet.said order by epoch, n limit 500",
        )
      ).rows.map((row) => ({ ...row, body: parsed(row.body) })),
    drop: async (read) => {
      await pool.query("select tutti_fleet.drop_said($1, $2, $3)", [
        leader,
        read.map(({ epoch }) => epoch),
        read.map(({ n }) => n),
      ]);
    },
    admit: async (token, epoch) => {
      const { role, secret } = partsOf(token);
      const found = await pool.query<{ ref: string; repository: string }>(
        `select c.ref, c.repository from tutti_fleet.claims c join tutti_fleet.workers w on w.name = c.worker
         where c.epoch = $1 and c.state = 'held' and w.role = $2 and w.secret = $3`,
        [epoch, role, hashOf(secret)],
      );
      return found.rows[0] ?? null;
    },
  };
}

/** A database that does not answer is a fault of the machine: what was meant is done again. */
function faulting<T extends object>(statements: T): T {
  const wrapped = Object.entries(statements).map(([name, run]) => [
    name,
    (...values: unknown[]) =>
      (run as (...values: unknown[]) => Promise<unknown>)(...values).catch((error: unknown) => {
        if (error instanceof TuttiError) throw error;
        if ((error as { code?: unknown }).code === takenState) throw new FleetTaken();
        throw new TuttiError("fleet.claim_lost", `the fleet's database: ${messageOf(error)}`, {
          audience: "environment",
        });
      }),
  ]);
  return Object.fromEntries(wrapped) as T;
}

/** A worker may have written anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
