import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool } from "pg";
import type { World } from "../../base/world/world.ts";
import { type Address, unreachable } from "./connect.ts";
import { isLost, pauseBefore } from "./lost.ts";

export interface Patience {
  readonly address: Address;
  readonly world: Pick<World, "after" | "ticks">;
  /** How long a server that is away is waited for. */
  readonly limitMs: number;
}

/** Statements outside a transaction are sent again when their connection broke: the store's own only read. */
export function patientPool(pool: Pool, patience: Patience): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    let client = await insist(() => pool.connect(), patience);
    let isInTransaction = false;
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (text === "begin") isInTransaction = true;
      const ask = () => client.query(text, [...values]);
      if (isInTransaction) return ask();
      return insist(ask, patience, async () => {
        client.release(true);
        client = await pool.connect();
      });
    };
    return {
      query: query as PostgresPoolClient["query"],
      release: () => {
        client.release();
      },
    };
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

async function insist<T>(
  ask: () => Promise<T>,
  { address, world, limitMs }: Patience,
  again: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const begun = world.ticks();
  for (let tries = 0; ; tries += 1) {
    try {
      if (tries > 0) await again();
      return await ask();
    } catch (error) {
      if (!isLost(error)) throw error;
      if (world.ticks() - begun >= limitMs) throw unreachable(address, error);
      await pauseBefore(tries, world);
    }
  }
}
