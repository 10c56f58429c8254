import { createHash } from "node:crypto";
import { join } from "node:path";
import { makeCleanUp } from "../isolation/contexts/clean.ts";
import { messageOf } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { onNobodysBehalf } from "../base/home/on-behalf.ts";
import { realWorld } from "../base/real-world.ts";
import { within } from "../base/within.ts";
import { type Throttles, makeThrottles } from "../conductor/agents/throttles.ts";
import { type Slots, makeSlots } from "../conductor/slots.ts";
import { settingsIn } from "../config/environment.ts";
import type { Settings } from "../config/keys.ts";
import type { Git } from "../git/git.ts";
import { cleanupSettingsFrom } from "../isolation/cleanup/settings.ts";
import { diskLimitsFrom } from "../isolation/disk/govern.ts";
import { openObjectStore } from "../isolation/store/object-store.ts";
import type { Places } from "../isolation/home/places.ts";
import type { QueueControl } from "../landing/queue/look.ts";
import type { OsLock } from "../lock/os-lock.ts";
import type { Brake } from "../process/brake.ts";
import { type Calls, makeCalls } from "../process/calls.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { ownerId } from "../process/tree/marker.ts";
import type { RunProcess } from "../process/process.ts";
import type { ThrottlePolicy } from "../schedule/throttle/throttle.ts";
import type { Plan } from "../score/plan/plan.ts";
import type { Resolver } from "../score/resolve/resolver.ts";
import type { Job } from "../sheet/job.ts";
import type { Store } from "../store/store.ts";
import { openStore } from "../store/sqlite/open.ts";
import { acquireWriterLock } from "../store/sqlite/open/writer-lock.ts";
import { type Admission, admit } from "../conductor/governor/admission.ts";
import type { Equipment, Queues } from "../conductor/equipment/equipment.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import { queueControl, makeQueues, makeRulebook } from "../landing/queues/queues.ts";
import { openAnew, settleHome } from "./engine/order.ts";
import { containmentNotice, openProcesses } from "./engine/processes.ts";
import { agentsWith, cleanerFor, recordsFor, resolverOf } from "./engine/supplies.ts";
import { makeShelves } from "./known-agents.ts";
import type { Opening, Setting } from "./setting.ts";

/** What jobs are played with: the store, git, processes, and how much of the machine may be used. */
export interface Engine {
  readonly git: Git;
  readonly run: RunProcess;
  readonly places: Places;
  readonly store: Store;
  readonly slots: Slots;
  readonly admission: Admission;
  readonly throttles: Throttles;
  readonly queues: QueueControl;
  /** What is waited for now. */
  readonly calls: Calls;
  /** The real things for one job. */
  equip(job: Job, notice: (text: string) => void): Promise<Equipment>;
  /**
   * What agents of a job may have of its client's environment. In memory only: it may hold what must not reach the
   * disk.
   */
  readonly rememberEnvironment: (job: JobId, environment: Readonly<Record<string, string>> | undefined) => void;
  /** Whether contexts of failed sheets are kept unless the score says otherwise. */
  readonly keepFailed: boolean;
  close(): Promise<void>;
}

export interface EngineOpening extends Opening {
  /** The writer lock, when the opener has it already. */
  readonly lock?: OsLock;
  /** How long a close waits for what is cleaned up behind the jobs' ends. */
  readonly closingMs: number;
  /** Whether a job is being played in this process. */
  readonly isPlayed: (job: JobId) => boolean;
}

/** Waits for the writer lock, then puts the home in order. */
export async function openEngine(setting: Setting, opening: EngineOpening): Promise<Engine> {
  // A setting that makes no sense is refused before anything is made.
  const cleanup = cleanupSettingsFrom(setting.env);
  diskLimitsFrom(setting.env);
  settingsIn(setting.env);
  const places = await openHome(setting.home, setting.locks);
  const lock = opening.lock ?? (await acquireWriterLock(writerLock(places), realWorld, opening));
  try {
    return await openWith({ setting, opening, places, lock, keepFailed: cleanup.keepFailed });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Opened {
  readonly setting: Setting;
  readonly opening: EngineOpening;
  readonly places: Places;
  readonly lock: OsLock;
  readonly keepFailed: boolean;
}

async function openWith({ setting, opening, places, lock, keepFailed }: Opened): Promise<Engine> {
  const store = opening.infers === true ? await openAnew(places, opening) : await openStore(places.home);
  const { owner, calls, run, brake, git } = await openPrograms({ setting, opening, places }, store.epoch);
  const isPlayed = ({ id }: Job): Promise<boolean> => Promise.resolve(opening.isPlayed(id));
  const cleanUp = makeCleanUp(
    { git, places, store, env: setting.env, now: () => realWorld.now(), isPlayed },
    opening.notice,
  );
  const admission = await admit({
    path: places.home,
    env: setting.env,
    world: realWorld,
    brake,
    makeRoom: cleanUp,
    notice: opening.notice,
  });
  const slots = makeSlots(() => admission.maxSheets());
  const shelves = makeShelves();
  const environments = new Map<JobId, Readonly<Record<string, string>>>();
  const throttles = makeThrottles({
    world: realWorld,
    journal: store.journal,
    known: await store.throttles(),
    policy: () => throttlePolicy(settingsIn(setting.env)),
  });
  const { queues, control } = await openQueues(store);
  const behind = makeBehind(opening.notice);
  const turns = { landing: new Map(), repaired: new Map(), queues, behind: behind.begin };
  const shared = { startedAt: realWorld.now(), resolvers: new WeakMap<Plan, Resolver>(), turns };
  return {
    git,
    run,
    places,
    store,
    slots,
    admission,
    throttles,
    queues: control,
    calls,
    keepFailed,
    rememberEnvironment: (job, environment) => {
      if (environment !== undefined) environments.set(job, environment);
    },
    equip: async (job, notice) => ({
      git,
      run,
      resolverOf: (plan) => resolverOf(shared.resolvers, plan),
      places,
      owner,
      startedAt: shared.startedAt,
      notice,
      world: realWorld,
      ...recordsFor(store, job),
      store: await openObjectStore(git, places.repositories, job.repository),
      environment: allowedEnvironment(environments.get(job.id) ?? setting.env),
      client: environments.get(job.id) ?? setting.env,
      agents: agentsWith(setting.executables, () =>
        shelves({ env: environments.get(job.id) ?? setting.env, project: job.repository.top }),
      ),
      cleanerFor,
      throttles,
      held: new Map(),
      workspaceTurn: { last: Promise.resolve(), said: new Set() },
      cleanUp,
      mayStart: () => admission.why(slots.running()),
      shared: shared.turns,
    }),
    close: async () => {
      admission.stop();
      await within(opening.closingMs, behind.done(), realWorld);
      await queues.close();
      await store.close();
      lock.release();
    },
  };
}

interface Programs {
  readonly owner: string;
  readonly calls: Calls;
  readonly run: RunProcess;
  readonly brake: Brake;
  readonly git: Git;
}

/** What programs are run with; those of an earlier Tutti of this home have come to their end by then. */
async function openPrograms(
  { setting, opening, places }: Pick<Opened, "setting" | "opening" | "places">,
  epoch: number,
): Promise<Programs> {
  const homeHash = createHash("sha256").update(places.home).digest("hex").slice(0, 16);
  const owner = ownerId(homeHash, epoch);
  const calls = opening.calls ?? makeCalls(realWorld);
  const { run, containment, brake } = await openProcesses(setting, { owner, calls });
  const git = await wireGit(places, run, setting.env);
  for (const text of containmentNotice(containment)) opening.notice(text);
  await settleHome({ places, homeHash, epoch }, opening.notice);
  return { owner, calls, run, brake, git };
}

async function openQueues(store: Store): Promise<{ readonly queues: Queues; readonly control: QueueControl }> {
  const rulebook = makeRulebook(store.journal, await store.queues());
  const queues = makeQueues(rulebook);
  return { queues, control: queueControl(queues, rulebook) };
}

function throttlePolicy(settings: Settings): ThrottlePolicy {
  return { failures: settings["agents.breaker_failures"], recoveryMs: settings["agents.breaker_recovery"] };
}

export function writerLock(places: Places): string {
  return join(places.home, "writer.lock");
}

/** Work that no job waits for. */
interface Behind {
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when nothing of it is under way. */
  done(): Promise<void>;
}

function makeBehind(notice: (text: string) => void): Behind {
  const underWay = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const mine: Promise<void> = onNobodysBehalf(work)
        .catch((error: unknown) => {
          notice(`what was to be done behind a job's end failed: ${messageOf(error)}`);
        })
        .finally(() => underWay.delete(mine));
      underWay.add(mine);
    },
    done: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
