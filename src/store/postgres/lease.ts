import type { Pool } from "pg";
import { TuttiError } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import { schema } from "./connect.ts";

/** The right to write, of one process among all that reach the store. */
export interface Lease {
  readonly epoch: number;
  /** Of the last row that was written; positions of rows that are gone are not used again. */
  readonly position: number;
  /** Lets the next one in at once. */
  release(): Promise<void>;
}

export interface LeaseWanted {
  /** Who is named to those that wait. */
  readonly holder: string;
  readonly firstEpoch: number;
  readonly world: Pick<World, "after">;
  readonly onWait: (holder: string) => void;
  readonly signal?: AbortSignal;
  /** Another one has taken over. */
  readonly onLost: () => void;
}

/** By the server's clock. A holder that is silent for so long is replaced. */
const leaseMs = 3000;
const renewMs = 750;
const pollMs = 250;

/** A holder that was replaced breaks the column's rule, and its whole transaction with it. */
export const fence = `update lease set written = $1, renewed_at = clock_timestamp(),
  epoch = case when epoch = $2 then epoch end where name = 'leader'`;

/** True for the error of a broken rule. */
export function isFenced(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === "23502" && table === "lease" && column === "epoch";
}

/** The table is older than all migrations: only the holder migrates. */
export async function prepareLease(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('${schema}.lease') is not null as "isThere"`);
  if ((rows[0] as { isThere: boolean }).isThere) return;
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Two that create the same thing at once would disturb each other.
    await client.query("select pg_advisory_xact_lock(7884)");
    await client.query(`create schema if not exists ${schema}`);
    await client.query(
      `create table if not exists ${schema}.lease (name text primary key, epoch bigint not null, holder text not null,
        renewed_at timestamptz not null, written bigint not null, position bigint not null)`,
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

const take = `insert into lease as old (name, epoch, holder, renewed_at, written, position)
  values ('leader', $2, $1, clock_timestamp(), 0, 0)
  on conflict (name) do update set epoch = greatest(old.epoch + 1, $2), holder = $1, renewed_at = clock_timestamp(),
    written = 0 where old.renewed_at < clock_timestamp() - interval '${String(leaseMs)} milliseconds'
  returning epoch, position`;

/** Waits for the holder to end or fall silent. */
export async function acquireLease(pool: Pool, wanted: LeaseWanted): Promise<Lease> {
  const { holder, firstEpoch, world, onWait, signal } = wanted;
  for (let tries = 0; ; tries += 1) {
    const { rows } = await pool.query(take, [holder, firstEpoch]);
    const [taken] = rows as { epoch: number; position: number }[];
    if (taken !== undefined) return held(pool, taken, wanted);
    if (tries === 0) onWait((await readLease(pool))?.holder ?? "another conductor");
    await new Promise<void>((resolve) => {
      world.after(pollMs, resolve);
    });
    if (signal?.aborted === true) throw refused();
  }
}

function held(pool: Pool, taken: { epoch: number; position: number }, { world, onLost }: LeaseWanted): Lease {
  const { epoch } = taken;
  let isOver = false;
  let cancel: () => void = () => undefined;
  const renew = async (): Promise<void> => {
    try {
      const { rowCount } = await pool.query("update lease set renewed_at = clock_timestamp() where epoch = $1", [
        epoch,
      ]);
      if (rowCount === 0 && !isOver) onLost();
    } catch {
      // A server that is away is seen by the next write; the lease stays ours while no other one takes it.
    }
    if (!isOver) cancel = world.after(renewMs, () => void renew());
  };
  cancel = world.after(renewMs, () => void renew());
  return {
    ...taken,
    release: async () => {
      isOver = true;
      cancel();
      await pool.query("update lease set renewed_at = '-infinity' where epoch = $1", [epoch]).catch(() => undefined);
    },
  };
}

export interface LeaseFacts {
  readonly holder: string;
  readonly epoch: number;
  /** Whether its holder was heard of lately. */
  readonly isFresh: boolean;
}

/** `undefined`: nothing was ever written. */
export async function readLease(pool: Pick<Pool, "query">): Promise<LeaseFacts | undefined> {
  const { rows } = await pool.query(
    `select holder, epoch, renewed_at >= clock_timestamp() - interval '${String(leaseMs)} milliseconds' as "isFresh" from lease`,
  );
  return rows[0] as LeaseFacts | undefined;
}

function refused(): TuttiError {
  return new TuttiError("store.locked", "gave up waiting for the conductor that leads this store", {
    audience: "user",
    hint: "Try again when it has ended; tutti store show names it.",
  });
}
