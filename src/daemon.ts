import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Player, Viewer } from "./api/contract.ts";
import { isArchived } from "./api/server/contexts/archived.ts";
import { makeCleanUp } from "./api/server/contexts/by-policy.ts";
import { makePlayer } from "./api/server/player.ts";
import { makeViewer } from "./api/server/viewer.ts";
import { realWorld } from "./base/real-world.ts";
import { governHome } from "./wiring/disk.ts";
import type { Equipment } from "./wiring/equipment.ts";
import { makeHands } from "./wiring/hands.ts";
import { checkoutAround, openHome, openPlace, wireGit } from "./wiring/home.ts";
import { makeRecheck } from "./wiring/recheck.ts";
import { initRepository } from "./git/init-repository.ts";
import { type CleanupSettings, cleanupSettingsFrom } from "./isolation/cleanup/settings.ts";
import { type DiskLimits, diskLimitsFrom } from "./isolation/disk/limits.ts";
import { objectStorePath, openObjectStore } from "./isolation/object-store.ts";
import type { Places } from "./isolation/places.ts";
import { requireHomeOutside } from "./isolation/outside.ts";
import { sweepHome } from "./isolation/sweep.ts";
import { type OsLock, isOsLockHeld } from "./lock/os-lock.ts";
import { type Containment, processGroup } from "./process/containment.ts";
import { allowedEnvironment } from "./process/environment.ts";
import { ownerId } from "./process/marker.ts";
import { findContainment } from "./process/probe.ts";
import { makeBrake } from "./process/brake.ts";
import { makeRunProcess } from "./process/run.ts";
import { type Settlement, settleOrphans } from "./process/settle.ts";
import { makeResolver } from "./score/resolve/resolver.ts";
import type { Job } from "./sheet/job.ts";
import { openReader, openStore } from "./store/open.ts";
import { rescueStore } from "./store/rescue.ts";
import { acquireWriterLock } from "./store/writer-lock.ts";

/** What the outside tells the composition root. */
export interface Setting {
  /** Tutti's own folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The executable of the scripted agent. */
  readonly scriptedAgent: string;
}

/** What the opener wants to hear while Tutti gets ready. */
export interface Opening {
  /** Another Tutti works in this home; it is waited for. */
  readonly onWait: () => void;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  /** Whether a job is to be rebuilt without its records: then a damaged database is put aside. */
  readonly infers?: boolean;
}

/**
 * Refuses a home inside the checkout that is to be worked on, before it is made there. Only by where a `.git` lies: to ask git,
 * a home is needed.
 */
export async function requireHomeApart({ home }: Pick<Setting, "home">, folder: string): Promise<void> {
  const top = await checkoutAround(folder);
  if (top !== undefined) await requireHomeOutside(resolve(home), { top, commonDir: join(top, ".git") });
}

/** How long a git that outlived its Tutti may take to finish. */
const orphanPatienceMs = 60_000;

/** Wires the engine for the one process that may write: waits for the writer lock, then puts the home in order. */
export async function openPlayer(setting: Setting, opening: Opening): Promise<Player> {
  const cleanup = cleanupSettingsFrom(setting.env);
  const limits = diskLimitsFrom(setting.env);
  const places = await openHome(setting.home);
  const lock = await acquireWriterLock(writerLock(places), realWorld, opening);
  try {
    return await openWith({ setting, opening, places, cleanup, limits, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Opened {
  readonly setting: Setting;
  readonly opening: Opening;
  readonly places: Places;
  readonly cleanup: CleanupSettings;
  readonly limits: DiskLimits;
  readonly lock: OsLock;
}

async function openWith({ setting, opening, places, cleanup, limits, lock }: Opened): Promise<Player> {
  const startedAt = realWorld.now();
  const store = opening.infers === true ? await openAnew(places, opening) : await openStore(places.home);
  const homeHash = createHash("sha256").update(places.home).digest("hex").slice(0, 16);
  const owner = ownerId(homeHash, store.epoch);
  const plain = makeRunProcess({ containment: processGroup, owner, clock: realWorld });
  const containment = await findContainment({ choice: setting.env["TUTTI_CONTAINMENT"], path: setting.env["PATH"], run: plain });
  const brake = makeBrake();
  const run = makeRunProcess({ containment, owner, clock: realWorld, brake });
  const git = await wireGit(places, run, setting.env);
  const orphans = await settleOrphans({ homeHash, currentEpoch: store.epoch, limitMs: orphanPatienceMs, clock: realWorld });
  for (const text of [...containmentNotice(containment), ...orphanNotice(orphans)]) opening.notice(text);
  // With something of an earlier Tutti still alive, nothing is nobody's.
  if (orphans.kind === "unknown" || orphans.left.length === 0) await sweepHome(places, opening.notice);
  const isPlayed = (job: Job): Promise<boolean> => Promise.resolve(job.status.kind === "running" && job.epoch === store.epoch);
  const cleanUp = makeCleanUp({ git, places, store, env: setting.env, now: () => realWorld.now(), isPlayed }, opening.notice);
  const governor = await governHome({ path: places.home, limits, world: realWorld, brake, makeRoom: cleanUp, notice: opening.notice });
  const equipment = async (job: Job, notice: (text: string) => void): Promise<Equipment> => ({
    git,
    run,
    resolver: makeResolver(job.plan),
    places,
    owner,
    startedAt,
    notice,
    world: realWorld,
    journal: store.journal,
    store: await openObjectStore(git, places.repositories, job.repository),
    environment: allowedEnvironment(setting.env),
    agents: { scripted: setting.scriptedAgent },
    held: new Map(),
    workspaceTurn: { last: Promise.resolve(), said: new Set() },
    cleanUp,
    mayStart: () => governor.mayStart(),
  });
  return makePlayer({
    git,
    world: realWorld,
    store,
    places,
    keepFailed: cleanup.keepFailed,
    openPlace: (folder) => openPlace(git, places, folder),
    equip: async (job, notice) => makeHands(await equipment(job, notice)),
    equipRecheck: async (job, notice) => makeRecheck(await equipment(job, notice)),
    close: async () => {
      governor.stop();
      await store.close();
      lock.release();
    },
  });
}

async function openAnew({ home }: Places, { notice }: Opening): ReturnType<typeof openStore> {
  return rescueStore(home, {
    // Seconds are ahead of any count.
    firstEpoch: Math.floor(realWorld.now() / 1000),
    onAside: (path) => {
      notice(`the database is damaged; what is left of it is kept as ${path}`);
    },
  });
}

/** Wires what only looks. Its processes carry no mark: a player that starts meanwhile must not take them for orphans. */
export async function openViewer(setting: Setting): Promise<Viewer> {
  const places = await openHome(setting.home);
  const git = await wireGit(places, makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }), setting.env);
  return makeViewer({
    git,
    store: await openReader(places.home),
    scratch: places.scratch,
    isArchived: (job) => isArchived(places, job),
    logs: (job, sheet, attempt) => places.attempt(job, sheet, attempt),
    isWriterAlive: () => isOsLockHeld(writerLock(places)),
    objectStore: async (repository) => {
      const path = objectStorePath(places.repositories, repository);
      return access(path).then(
        () => path,
        () => undefined,
      );
    },
  });
}

function containmentNotice(containment: Containment): readonly string[] {
  if (containment.kind !== "group" || containment.passedOver.length === 0) return [];
  return [
    `agents are held together by a process group only: one that starts a session of its own may outlive its sheet (${containment.passedOver.map(({ kind, why }) => `${kind}: ${why}`).join("; ")})`,
  ];
}

function orphanNotice(settlement: Settlement): readonly string[] {
  if (settlement.kind === "unknown") return [`whether an earlier tutti left processes behind can't be told here: ${settlement.why}`];
  const { killed, finished, left } = settlement;
  return [
    ...(killed + finished > 0 ? [`an earlier tutti left processes behind: ${String(killed)} ended, ${String(finished)} git let finish`] : []),
    ...left.map((orphan) => `process ${String(orphan.pid)} of an earlier tutti could not be ended`),
  ];
}

export function writerLock(places: Places): string {
  return join(places.home, "writer.lock");
}

/** Makes a folder a repository of its own with all its files in a first commit, for the demo. */
export async function makeRepository(setting: Setting, folder: string): Promise<void> {
  const places = await openHome(setting.home);
  const git = await wireGit(places, makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }), setting.env);
  await initRepository(git, folder, { name: "Tutti Demo", email: "demo@tutti.invalid" });
}
