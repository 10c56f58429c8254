import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { ClaimName } from "../claims/claim.ts";
import { queueName } from "./queue.ts";

/** A claim that is to be written. */
export interface Order extends ClaimName {
  readonly labels: readonly string[];
  readonly priority: number;
  readonly ref: string;
  /** The conductor's store, by a name that says nothing. */
  readonly repository: string;
}

/** Sends statements of a transaction that another one begins and commits. */
interface Sends {
  readonly send: (statement: { readonly text: string; readonly name?: string }, values?: readonly unknown[]) => void;
}

/** Writes claims and their places in the queue. It waits for no answer: a failure breaks the transaction. */
export type WriteOrders = (transaction: Sends, orders: readonly Order[]) => Promise<void>;

/** Two statements, however many claims there are. */
export function ordersOver(boss: PgBoss, leader: number): WriteOrders {
  return async ({ send }, orders) => {
    const claims = orders.map((order) => ({ ...order, boss: randomUUID() }));
    const executeSql = (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
      send({ text }, values);
      return Promise.resolve({ rows: [] });
    };
    const jobs = claims.map(({ boss: id, priority, job, sheet, attempt, epoch }) => ({
      ...{ id, priority },
      data: { job, sheet, attempt, epoch },
    }));
    await boss.insert(queueName, jobs, { db: { executeSql } });
    send({ text: "select tutti_fleet.order_claims($1, $2)", name: "tutti_fleet_order" }, [
      leader,
      JSON.stringify(claims),
    ]);
  };
}

const epochsAtOnce = 64;

/** Takes epochs from the sequence many at a time: one that is never used is none that a claim has. */
export function makeEpochs(pool: Pool): () => Promise<number> {
  const ready: number[] = [];
  let fetching: Promise<void> | null = null;
  const fetch = async (): Promise<void> => {
    const sequence = "pg_get_serial_sequence('tutti_fleet.claims', 'epoch')";
    const { rows } = await pool.query<{ epoch: number }>(
      `select nextval(${sequence}) as epoch from generate_series(1, $1)`,
      [epochsAtOnce],
    );
    ready.push(...rows.map(({ epoch }) => epoch));
  };
  return async () => {
    for (;;) {
      const next = ready.shift();
      if (next !== undefined) return next;
      fetching ??= fetch().finally(() => {
        fetching = null;
      });
      await fetching;
    }
  };
}

/** Runs statements. */
export interface Runs {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

export async function inTransaction<T>(pool: Pool, work: (runs: Runs) => Promise<T>): Promise<T> {
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
