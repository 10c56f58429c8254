import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { TuttiError } from "../../base/error.ts";
import type { FleetWorker } from "../claims/claim.ts";
import { type Runs, inTransaction } from "./order.ts";

/** Who may join, and as whom. */
export interface WorkerRecords {
  workers(): Promise<readonly FleetWorker[]>;
  /** Gives its token. */
  addWorker(name: string): Promise<string>;
  /** `false`: there is none of that name. */
  setWorker(name: string, state: FleetWorker["state"]): Promise<boolean>;
  removeWorker(name: string): Promise<boolean>;
}

export function workerRecords(pool: Pool): WorkerRecords {
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
      await inTransaction(pool, async (runs: Runs) => {
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
      return inTransaction(pool, async (runs: Runs) => {
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

export function hashOf(secret: string): string {
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
