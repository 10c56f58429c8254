import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import type { ToWorker } from "../claims/messages.ts";
import type { ClaimName, FleetWorker, LiveClaim } from "../claims/claim.ts";
import { listen } from "./listen.ts";
import { queueName } from "./queue.ts";
import { schema } from "./schema.ts";

/** A claim that is to be written. */
export interface Order extends ClaimName {
  readonly labels: readonly string[];
  readonly priority: number;
  readonly ref: string;
  /** The conductor's store, by a name that says nothing. */
  readonly repository: string;
}

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

/** Runs statements; a pool, or the transaction of a journal's event. */
export interface Runs {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** The conductor's side of the fleet's tables. Its writes fail once another conductor leads. */
export interface FleetTables {
  readonly leader: number;
  nextEpoch(): Promise<number>;
  /** The claim and its place in the queue, in one transaction. */
  order(order: Order, within?: Runs): Promise<void>;
  /** `false`: no worker holds the claim. */
  call(epoch: number, body: ToWorker): Promise<boolean>;
  /** `why`: `null` when all went as it should. */
  finish(epoch: number, why: string | null): Promise<boolean>;
  keepContext(epoch: number, context: object): Promise<void>;
  live(): Promise<readonly LiveClaim[]>;
  said(): Promise<readonly Said[]>;
  drop(read: readonly Pick<Said, "epoch" | "n">[]): Promise<void>;
  workers(): Promise<readonly FleetWorker[]>;
  /** Gives its token. */
  addWorker(name: string): Promise<string>;
  /** `false`: there is none of that name. */
  setWorker(name: string, state: FleetWorker["state"]): Promise<boolean>;
  removeWorker(name: string): Promise<boolean>;
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
}

/** Makes the tables where they are missing, and leads from here on. */
export async function openTables({ pool, world, leaseMs, endpoint, heard }: TablesOpening): Promise<FleetTables> {
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
    "update tutti_fleet.fleet set leader = leader + 1, lease_ms = $1, endpoint = $2 returning leader",
    [leaseMs, JSON.stringify(endpoint)],
  );
  const leader = led.rows[0]?.leader ?? 0;
  // What no worker has begun is ordered again by its job.
  await pool.query(
    `select tutti_fleet.finish($1, epoch, 'its conductor was replaced') from tutti_fleet.claims
     where state = 'open' or (state = 'held' and context is null)`,
    [leader],
  );
  const deafen = listen(pool, world, { channel: "tutti_fleet", heard });
  return {
    leader,
    ...faulting(claimStatements(pool, boss, leader)),
    ...faulting(workerStatements(pool)),
    close: async () => {
      deafen();
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}

const schemaLock = 7_411_001;

type ClaimPart = Pick<
  FleetTables,
  "nextEpoch" | "order" | "call" | "finish" | "keepContext" | "live" | "said" | "drop" | "admit"
>;

function claimStatements(pool: Pool, boss: PgBoss, leader: number): ClaimPart {
  const write = async (runs: Runs, order: Order): Promise<void> => {
    await runs.query("select tutti_fleet.require_leader($1)", [leader]);
    const { epoch, job, sheet, attempt, labels, ref, repository, priority } = order;
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: [...(await runs.query(text, values)).rows],
      }),
    };
    const id = await boss.send(queueName, { job, sheet, attempt, epoch }, { db, priority });
    await runs.query(
      `insert into tutti_fleet.claims (epoch, job, sheet, attempt, labels, ref, repository, boss)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [epoch, job, sheet, attempt, labels, ref, repository, id],
    );
    await runs.query("select pg_notify('tutti_fleet_work', '*')", []);
  };
  return {
    nextEpoch: async () => {
      const sequence = "pg_get_serial_sequence('tutti_fleet.claims', 'epoch')";
      const next = await pool.query<{ epoch: number }>(`select nextval(${sequence}) as epoch`);
      return next.rows[0]?.epoch ?? 0;
    },
    order: (order, within) =>
      within === undefined ? inTransaction(pool, (runs) => write(runs, order)) : write(within, order),
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
      await pool.query("update tutti_fleet.claims set context = $2 where epoch = $1", [epoch, JSON.stringify(context)]);
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
      await pool.query(
        `delete from tutti_fleet.said s using unnest($1::bigint[], $2::bigint[]) as r (epoch, n)
         where s.epoch = r.epoch and s.n = r.n`,
        [read.map(({ epoch }) => epoch), read.map(({ n }) => n)],
      );
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

async function inTransaction<T>(pool: Pool, work: (runs: Runs) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const done = await work({ query: (text, values) => client.query(text, [...values]) });
    await client.query("commit");
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

type WorkerPart = Pick<FleetTables, "workers" | "addWorker" | "setWorker" | "removeWorker">;

function workerStatements(pool: Pool): WorkerPart {
  return {
    workers: async () =>
      (
        await pool.query<FleetWorker>(
          `select name, state, labels, slots, version,
             (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as "silentMs"
           from tutti_fleet.workers order by name`,
        )
      ).rows,
    addWorker: async (name) => {
      requireName(name);
      const secret = randomBytes(32).toString("base64url");
      // Databases of one server share their roles.
      const role = `tutti_${randomBytes(4).toString("hex")}_${name}`;
      await inTransaction(pool, async (runs) => {
        const there = await runs.query("select 1 from tutti_fleet.workers where name = $1", [name]);
        if (there.rows.length > 0) throw taken(name);
        await runs.query(`create role ${role} login password '${secret}' in role tutti_worker`, []);
        await runs.query("insert into tutti_fleet.workers (name, role, secret) values ($1, $2, $3)", [
          ...[name, role, hashOf(secret)],
        ]);
      });
      return `${role}.${secret}`;
    },
    setWorker: async (name, state) => {
      const done = await pool.query("update tutti_fleet.workers set state = $2 where name = $1", [name, state]);
      await pool.query("select pg_notify('tutti_fleet_work', $1)", [name]);
      return done.rowCount === 1;
    },
    removeWorker: async (name) => {
      requireName(name);
      return inTransaction(pool, async (runs) => {
        // Its claims are given up by the lease; from now on no call of it is answered.
        const gone = await runs.query("delete from tutti_fleet.workers where name = $1 returning role", [name]);
        const [row] = gone.rows as readonly { role: string }[];
        if (row === undefined) return false;
        await runs.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [row.role]);
        await runs.query(`drop role ${row.role}`, []);
        return true;
      });
    },
  };
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A token is the worker's role in the database and its password. */
export function partsOf(token: string): { readonly role: string; readonly secret: string } {
  const dot = token.indexOf(".");
  return { role: token.slice(0, Math.max(0, dot)), secret: token.slice(dot + 1) };
}

function requireName(name: string): void {
  if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) return;
  throw new TuttiError("fleet.worker_name", `${JSON.stringify(name)} can't be the name of a worker`, {
    audience: "user",
    hint: "Use lower-case letters, digits and _, beginning with a letter, at most 40.",
  });
}

function taken(name: string): TuttiError {
  return new TuttiError("fleet.worker_name", `there is a worker ${name} already`, {
    audience: "user",
    hint: `Choose another name, or remove it first: tutti fleet remove ${name}`,
  });
}
