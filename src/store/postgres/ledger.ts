import { messageOf } from "../../base/error.ts";
import type { Lane } from "../../schedule/accounts/lane.ts";
import type { Ledger } from "../ledger.ts";
import { type Address, openPool } from "./connect.ts";

/** Lanes change in shape: what another version wrote is not read. */
const format = 3;
const flushMs = 100;

const create = `create table if not exists lane (key text primary key, format bigint not null, body text not null)`;
// A leader that was replaced writes nothing here either.
const put = `insert into lane (key, format, body) select $1, ${String(format)}, $2
  where exists (select 1 from lease where epoch = $3)
  on conflict (key) do update set format = excluded.format, body = excluded.body`;
const drop = "delete from lane where key = $1 and exists (select 1 from lease where epoch = $2)";

/** All of it, for those who only look. */
export async function readPostgresLedger(address: Address): Promise<ReadonlyMap<string, Lane>> {
  const pool = openPool(address, 1);
  try {
    const { rows } = await pool.query("select to_regclass('lane') is not null as there");
    if (!(rows[0] as { there: boolean }).there) return new Map();
    return await lanesIn(pool);
  } finally {
    await pool.end();
  }
}

async function lanesIn(pool: ReturnType<typeof openPool>): Promise<Map<string, Lane>> {
  const { rows } = await pool.query("select key, body from lane where format = $1", [format]);
  return new Map((rows as { key: string; body: string }[]).map(({ key, body }) => [key, JSON.parse(body) as Lane]));
}

/**
 * The leader's ledger. Only the leader lets sheets of this store start: it decides in memory, and writes its knowledge
 * a moment later, for the leader after it. Knowledge that is lost with a crash is learnt again.
 */
export async function openPostgresLedger(
  address: Address,
  epoch: number,
  notice: (text: string) => void,
): Promise<Ledger> {
  const pool = openPool(address, 1);
  await pool.query(create);
  const lanes = await lanesIn(pool);
  const holder = `leader ${String(epoch)}`;
  const changed = new Set<string>();
  let flushing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isTold = false;
  const flush = async (): Promise<void> => {
    const keys = [...changed];
    changed.clear();
    for (const key of keys) {
      const lane = lanes.get(key);
      if (lane === undefined) await pool.query(drop, [key, epoch]);
      else await pool.query(put, [key, JSON.stringify(lane), epoch]);
    }
  };
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushing = flushing.then(flush).catch((error: unknown) => {
        if (!isTold) notice(`limits of accounts are not kept for the next leader: ${messageOf(error)}`);
        isTold = true;
      });
    }, flushMs);
  };
  return {
    holder,
    read: (key) => lanes.get(key),
    all: () => lanes,
    change: (key, change) => {
      const before = lanes.get(key);
      const lane = change(before);
      if (lane === before) return;
      if (lane === undefined) lanes.delete(key);
      else lanes.set(key, lane);
      changed.add(key);
      later();
    },
    // No other process writes while this one leads.
    version: () => 0,
    gone: (holders) => holders.filter((name) => name !== holder),
    close: () => {
      clearTimeout(timer);
      void flushing
        .then(flush)
        .catch(() => undefined)
        .then(() => pool.end());
    },
  };
}
