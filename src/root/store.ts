import { hostname } from "node:os";
import { conductorPlaces } from "../base/home/conductor-places.ts";
import { isPostgres } from "../base/store-address.ts";
import { isOsLockHeld } from "../lock/os-lock.ts";
import { openReader, openStore } from "../store/sqlite/open.ts";
import { rescueStore } from "../store/sqlite/open/rescue.ts";
import type { Store, StoreReader } from "../store/store.ts";
import type { Lane } from "../schedule/accounts/lane.ts";
import type { Ledger } from "../store/ledger.ts";
import { openSharedLedger, readSharedLedger } from "../store/sqlite/shared-ledger.ts";
import { type Opening, type Setting, sharedOf } from "./setting.ts";
import { realWorld } from "../base/world/real-world.ts";

type Wanted = Pick<Setting, "env" | "settings">;

/** For the one that may write in this home. In PostgreSQL it waits until it leads. */
export async function openJournal(
  { env, settings }: Wanted,
  home: string,
  opening: Pick<Opening, "infers" | "notice" | "signal" | "onStandby" | "writeFleet">,
): Promise<Store> {
  const { infers = false, notice, signal, onStandby, writeFleet } = opening;
  const { store } = settings();
  // Seconds are larger than any count of starts.
  const firstEpoch = infers ? Math.floor(realWorld.now() / 1000) : 1;
  if (isPostgres(store)) {
    // Loaded where it is used: most homes have the embedded store.
    const { openPostgres } = await import("../store/postgres/open.ts");
    const onWait = (holder: string): void => {
      if (onStandby === undefined) notice(`${holder} leads this store; waiting for it to end`);
      else onStandby(holder);
    };
    return openPostgres(
      { url: store, env },
      { firstEpoch, home: holderOf(home), notice, signal, onWait, ...(writeFleet && { writeFleet }) },
    );
  }
  if (!infers) return openStore(home);
  return rescueStore(home, {
    firstEpoch,
    onAside: (path) => {
      notice(`the database is damaged; the rest of it is kept as ${path}`);
    },
  });
}

/** What is known of agents' accounts: of the store where it is PostgreSQL, else of all homes of this user. */
export async function openLimits(setting: Setting, epoch: number, notice: (text: string) => void): Promise<Ledger> {
  const { store } = setting.settings();
  if (!isPostgres(store)) return openSharedLedger(sharedOf(setting), notice);
  const { openPostgresLedger } = await import("../store/postgres/ledger.ts");
  return openPostgresLedger({ url: store, env: setting.env }, epoch, notice);
}

/** The same, for those who only look. */
export async function readLimits(setting: Setting): Promise<() => ReadonlyMap<string, Lane>> {
  const { store } = setting.settings();
  if (!isPostgres(store)) return () => readSharedLedger(sharedOf(setting));
  const { readPostgresLedger } = await import("../store/postgres/ledger.ts");
  const lanes = await readPostgresLedger({ url: store, env: setting.env });
  return () => lanes;
}

export interface Reading {
  /** `undefined`: nothing is recorded yet. */
  readonly store: StoreReader | undefined;
  /** The number of the writer that lives; `undefined`: none does. */
  readonly writer: () => Promise<number | undefined>;
}

/** A home, among those that share a store. */
export function holderOf(home: string): string {
  return `${hostname()}:${home}`;
}

/** For those who only look. */
export async function openReading({ env, settings }: Wanted, home: string): Promise<Reading> {
  const { store: address } = settings();
  if (isPostgres(address)) {
    const { openPostgresReader } = await import("../store/postgres/open.ts");
    const store = await openPostgresReader({ url: address, env });
    const writer = async (): Promise<number | undefined> => {
      const lease = await store?.lease();
      if (lease?.isFresh !== true) return undefined;
      // The lease of a process of this home lives a few seconds longer than the process.
      const isOwn = lease.holder.startsWith(`${holderOf(home)} `);
      return isOwn && !isOsLockHeld(conductorPlaces(home).writerLock) ? undefined : lease.epoch;
    };
    return { store, writer };
  }
  const store = await openReader(home);
  const { writerLock } = conductorPlaces(home);
  return { store, writer: async () => (isOsLockHeld(writerLock) ? store?.epoch() : undefined) };
}
