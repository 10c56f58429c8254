import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import type { Hands } from "../../conductor/hands.ts";
import { type Slots, makeSlots } from "../../conductor/slots.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { FleetDesk, FleetView } from "../../api/contract/fleet.ts";
import { isPostgres } from "../../base/store-address.ts";
import type { Settings } from "../../config/keys.ts";
import { isThere } from "../../fleet/claims/claim.ts";
import { ordersIn } from "../../fleet/database/entry.ts";
import { type FleetTables, openTables } from "../../fleet/database/conductor-side.ts";
import { type GitServer, serveGit } from "../../fleet/git/serve.ts";
import { type Desk, makeDesk } from "../../fleet/remote/desk.ts";
import { remoteHands } from "../../fleet/remote/hands.ts";
import { whyHere } from "../../fleet/where.ts";
import type { Job } from "../../sheet/job.ts";
import { openPool } from "../../store/postgres/connect.ts";
import type { WriteFleet } from "../../store/postgres/transact.ts";
import type { Engine } from "../engine.ts";
import type { Setting } from "../setting.ts";

/** The conductor's part of a fleet. */
export interface Fleet extends FleetDesk {
  /** Writes claims in the journal's transaction. */
  readonly write: WriteFleet;
  /** The same hands, on workers where the job allows it. */
  hands(job: Job, equipment: Equipment, hands: Hands): Hands;
  /** What its jobs share; `null`: it plays on this machine. */
  slotsFor(job: Job): Slots | null;
  close(): Promise<void>;
}

/** Only where the settings ask for it. */
export async function openFleet(
  setting: Setting,
  engine: Pick<Engine, "machine" | "store">,
  notice: (text: string) => void,
): Promise<Fleet> {
  const settings = setting.settings();
  const { "fleet.address": address, "fleet.lease": leaseMs, "fleet.url": url } = settings;
  const place = placeOf(address ?? "");
  const tls = await tlsOf(setting, place.host);
  const stores = new Map<string, string>();
  let tables: FleetTables | null = null;
  const held: { desk?: Desk } = {};
  const server = await serveGit({
    git: engine.machine.git,
    ...place,
    ...(tls === null ? {} : { tls }),
    admit: async (token, epoch) => {
      const found = (await tables?.admit(token, epoch)) ?? null;
      const gitDir = found === null ? undefined : stores.get(found.repository);
      return found === null || gitDir === undefined ? null : { gitDir, ref: found.ref };
    },
  });
  try {
    const database = requireDatabase(settings);
    const opened = await openTables({
      pool: openPool({ url: database, env: setting.env }, 6),
      world: realWorld,
      leaseMs,
      endpoint: { url: url ?? urlOf(place.host, server, tls !== null), ca: tls?.cert ?? null },
      heard: () => held.desk?.wake(),
      storeEpoch: database === settings.store ? engine.store.epoch : null,
    });
    tables = opened;
    const desk: Desk = makeDesk({
      tables: () => opened,
      world: realWorld,
      leaseMs,
      notice,
      onSlots: () => slots.changed(),
    });
    held.desk = desk;
    const slots: Slots = makeSlots(() => desk.slots());
    const isWithJournal = database === settings.store;
    return fleetOf({ desk, slots, tables: opened, server, stores, url, leaseMs, isWithJournal });
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Opened {
  readonly desk: Desk;
  readonly slots: Slots;
  readonly tables: FleetTables;
  readonly server: GitServer;
  readonly stores: Map<string, string>;
  /** As the settings have it. */
  readonly url: string | null;
  readonly leaseMs: number;
  readonly isWithJournal: boolean;
}

function fleetOf({ desk, slots, tables, server, stores, url, leaseMs, isWithJournal }: Opened): Fleet {
  return {
    write: (transaction, changes) => tables.orderWithin(transaction, ordersIn(changes)),
    slotsFor: (job) => (whyHere(job) === null ? slots : null),
    status: () => readStatus(tables, leaseMs),
    add: (name) => tables.addWorker(name),
    set: (name, state) => tables.setWorker(name, state),
    remove: (name) => tables.removeWorker(name),
    hands: (job, equipment, hands) => {
      const why = whyHere(job);
      if (why !== null) {
        hands.notice(`its sheets play on the conductor's machine: ${why}`);
        return hands;
      }
      const { gitDir } = equipment.store;
      // The same in each conductor's home: a worker may hold a claim of the one before.
      const { commonDir } = equipment.store.repository;
      const repository = createHash("sha256").update(commonDir).digest("hex").slice(0, 32);
      stores.set(repository, gitDir);
      const storeUrl = url === null || /^https?:/.test(url) ? null : `${url}${gitDir}`;
      return remoteHands({ equipment, hands, desk, tables: () => tables, repository, storeUrl, isWithJournal });
    },
    close: async () => {
      await desk.stop();
      await server.close();
      await tables.close();
    },
  };
}

async function readStatus(tables: FleetTables, leaseMs: number): Promise<FleetView> {
  const [workers, claims] = await Promise.all([tables.workers(), tables.live()]);
  return {
    leaseMs,
    workers: workers.map((worker) => ({
      ...worker,
      isThere: isThere(worker, { leaseMs }),
      busy: claims.filter((claim) => claim.worker === worker.name).length,
    })),
    claims: claims.map(({ job, sheet, attempt, epoch, worker, labels }) => ({
      ...{ job, sheet, attempt, epoch, worker, labels },
    })),
  };
}

function urlOf(host: string, { port }: GitServer, isTls: boolean): string {
  return `${isTls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${String(port)}`;
}

function placeOf(address: string): { readonly host: string; readonly port: number } {
  const match = /^(?:\[([0-9a-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(address);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535)
    throw unusable(`fleet.address is ${JSON.stringify(address)}, which is no host and port`);
  return { host: match[1] ?? match[2] ?? "", port };
}

/** Tokens pass here: without TLS only the machine itself may listen. */
async function tlsOf(setting: Setting, host: string): Promise<{ readonly cert: string; readonly key: string } | null> {
  const { "fleet.certificate": certificate, "fleet.key": key } = setting.settings();
  const isLoopback = host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
  if (certificate === null && key === null) {
    if (isLoopback) return null;
    throw unusable(`fleet.address is ${host}, which others reach, and there is no certificate for it`);
  }
  if (certificate === null || key === null) throw unusable("fleet.certificate and fleet.key belong together");
  try {
    return { cert: await readFile(certificate, "utf8"), key: await readFile(key, "utf8") };
  } catch (error) {
    throw unusable(`the certificate of the fleet can't be read: ${messageOf(error)}`);
  }
}

/** The store, where it is PostgreSQL and the settings name no other. */
function requireDatabase(settings: Pick<Settings, "fleet.database" | "store">): string {
  const url = settings["fleet.database"] ?? settings.store;
  if (isPostgres(url)) return url;
  throw unusable("the fleet needs a PostgreSQL database");
}

function unusable(why: string): TuttiError {
  return new TuttiError("fleet.setting", why, {
    audience: "user",
    hint: "Set fleet.address, fleet.database and, for other machines, fleet.certificate and fleet.key: see docs/fleet.md",
  });
}
