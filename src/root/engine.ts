import { accountId } from "../agents/known/account.ts";
import { type Vault, keyFolders, openVault } from "../agents/known/vault.ts";
import { type ActivityFeed, makeActivityFeed } from "../api/events/activity.ts";
import { conductorPlaces } from "../base/home/conductor-places.ts";
import type { JobId } from "../base/ids.ts";
import { realWorld } from "../base/world/real-world.ts";
import { within } from "../base/world/world.ts";
import { type Accounts, makeAccounts } from "../conductor/agents/accounts.ts";
import { type Throttles, makeThrottles } from "../conductor/agents/throttles.ts";
import type { ThrottlePolicy } from "../schedule/throttle/throttle.ts";
import { makeBackground } from "../conductor/background.ts";
import { makeCopies } from "../conductor/equipment/copies/idle-copies.ts";
import { equipper } from "../conductor/equipment/equip.ts";
import type { Equipment } from "../conductor/equipment/equipment.ts";
import { type Admission, admit } from "../conductor/governor/admission.ts";
import { limitsOf, rulesOf } from "../conductor/governor/limits.ts";
import { makeRunning } from "../conductor/running.ts";
import { type Slots, makeSlots } from "../conductor/slots.ts";
import { type Containers, makeContainers } from "../containers/containers.ts";
import type { Settings } from "../config/keys.ts";
import type { Git } from "../git/git.ts";
import { type CleanUp, makeCleanUp } from "../isolation/contexts/clean.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import type { Places } from "../isolation/home/places.ts";
import { settleHome } from "../isolation/home/settle.ts";
import { type Pool, makePool } from "../isolation/pool/pool.ts";
import type { QueueControl } from "../landing/queue/look.ts";
import { makeQueues, makeRulebook, queueControl } from "../landing/equipped/queues.ts";
import type { OsLock } from "../lock/os-lock.ts";
import { type Calls, makeCalls } from "../process/calls.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { type Preparing, makePreparing } from "../isolation/prepare/installed/open.ts";
import { type Views, makeViews } from "../isolation/prepare/installed/views.ts";
import { type Processes, openProcesses } from "../process/open.ts";
import { chosenLevel } from "../process/sandbox/levels.ts";
import type { SandboxLevel } from "../score/plan/sandbox.ts";
import { homeHashOf, ownerId } from "../process/tree/marker.ts";
import { cleanerFor } from "../redact/redactor.ts";
import type { Job } from "../sheet/job.ts";
import { terminalOf } from "../triggers/run/clock.ts";
import { openJournal, openLimits } from "./store.ts";
import { acquireWriterLock } from "../store/sqlite/open/writer-lock.ts";
import type { Store } from "../store/store.ts";
import type { Opening, Setting } from "./setting.ts";

/** What jobs are played with. Its owner holds the writer lock. */
export interface Engine {
  readonly machine: Machine;
  readonly store: Store;
  readonly slots: Slots;
  readonly admission: Admission;
  readonly throttles: Throttles;
  readonly accounts: Accounts;
  readonly activity: ActivityFeed;
  readonly queues: QueueControl;
  readonly pool: Pick<Pool, "figures">;
  /** The real things for one job. */
  readonly equip: (job: Job, notice: (text: string) => void) => Promise<Equipment>;
  /** The terminals that jobs came from; sealed on the disk. */
  readonly vault: Vault;
  close(): Promise<void>;
}

/** The home, and how programs are run in it. */
interface Machine extends Preparing, Processes {
  readonly places: Places;
  readonly owner: string;
  /** The programs that are waited for now. */
  readonly calls: Calls;
  /** How gates are confined. */
  readonly gateLevel: () => Promise<SandboxLevel>;
  readonly git: Git;
  readonly viewAt: Views["at"];
  readonly containers: Containers;
}

export interface EngineOpening extends Opening {
  /** The writer lock, if the opener holds it already. */
  readonly lock?: OsLock;
  /** How long closing waits for work in the background. */
  readonly closingMs: number;
  /** Whether this process plays a job. */
  readonly isPlayed: (job: JobId) => boolean;
}

/** Waits for the writer lock, then opens the store and puts the home in order. */
export async function openEngine(setting: Setting, opening: EngineOpening): Promise<Engine> {
  const places = await openHome(setting.home, setting.locks);
  const lock = opening.lock ?? (await acquireWriterLock(conductorPlaces(places.home).writerLock, realWorld, opening));
  try {
    const store = await openJournal(setting, places.home, opening);
    try {
      const machine = await openMachine(setting, opening, { places, store });
      return await wire({ setting, opening, store, machine, lock });
    } catch (error) {
      // Another conductor may lead meanwhile.
      await store.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Programs of an earlier Tutti of this home have ended by the time this resolves. */
async function openMachine(
  { env, settings }: Setting,
  opening: EngineOpening,
  { places, store: { epoch } }: { readonly places: Places; readonly store: Store },
): Promise<Machine> {
  const { notice } = opening;
  const homeHash = homeHashOf(places.home);
  const owner = ownerId(homeHash, epoch);
  const calls = opening.calls ?? makeCalls(realWorld);
  const contained = { containment: settings().containment, path: env["PATH"] };
  const views = makeViews({ run: (request) => run(request), places, path: env["PATH"] });
  const viewed = { notice, viewAt: views.at };
  const { scratch } = places;
  const opened = { owner, clock: realWorld, calls, scratch, ...viewed, ...contained };
  const processes = await openProcesses(opened);
  const { run, isContained, sandbox } = processes;
  const git = await wireGit(places, run, env);
  await settleHome(places, { homeHash, epoch }, notice);
  const choice = (): Settings["container.engine"] => settings()["container.engine"];
  const containers = makeContainers({ run, env, choice, owner: { homeHash, epoch }, home: places.home });
  for (const text of await containers.sweep()) notice(text);
  return {
    places,
    owner,
    calls,
    ...processes,
    gateLevel: async () => chosenLevel([settings()["gates.sandbox"], settings().sandbox], sandbox),
    git,
    viewAt: views.at,
    containers,
    ...makePreparing(
      {
        git,
        run,
        isContained,
        places,
        views,
        world: realWorld,
        cleanerFor,
        wanted: {
          environment: allowedEnvironment(env),
          way: () => settings()["prepare.way"],
          mode: () => settings()["prepare.install"],
          timeoutMs: () => settings()["prepare.install_timeout"],
        },
      },
      containers,
    ),
  };
}

interface Opened {
  readonly setting: Setting;
  readonly opening: EngineOpening;
  readonly store: Store;
  readonly machine: Machine;
  readonly lock: OsLock;
}

/** Of disk, for trees that wait for contexts. */
const poolBytes = 4e9;
/** How long an end waits until they are gone; the next start removes what is left. */
const emptyingMs = 3_000;

/** Whose terminals are still wanted: jobs that go on, those whose steps are open, and schedules. */
async function ownersOf(store: Store): Promise<ReadonlySet<string>> {
  const parents = (await store.successors({ open: true })).map(({ job }) => job);
  const schedules = (await store.schedules()).map(({ id }) => terminalOf(id));
  return new Set([...(await store.unfinished()).map(({ id }) => id), ...parents, ...schedules]);
}

/** Failures in a row, and how long an agent then rests. */
function breakerOf(settings: ReturnType<Setting["settings"]>): ThrottlePolicy {
  return { failures: settings["agents.breaker_failures"], recoveryMs: settings["agents.breaker_recovery"] };
}

function cleanUpOf({ setting: { settings }, opening, store, machine }: Opened): CleanUp {
  const { git, places, containers } = machine;
  return makeCleanUp(
    {
      ...{ git, places, store },
      isPlayed: ({ id }) => Promise.resolve(opening.isPlayed(id)),
      limits: () => limitsOf(settings()),
      now: () => realWorld.now(),
      sweepContainers: () => containers.sweep(),
    },
    opening.notice,
  );
}

async function wire({ setting, opening, store, machine, lock }: Opened): Promise<Engine> {
  const { env, settings } = setting;
  const { notice } = opening;
  const { places, git, brake, isContained } = machine;
  const cleanUp = cleanUpOf({ setting, opening, store, machine, lock });
  const running = makeRunning();
  const admission = await admit({
    path: places.home,
    settings,
    world: realWorld,
    brake,
    makeRoom: cleanUp,
    notice,
    running: () => slots.running(),
    endNewest: () => running.endNewest(),
  });
  const slots = makeSlots(() => admission.maxSheets());
  const ledger = await openLimits(setting, store.epoch, notice);
  const accounts = makeAccounts({ world: realWorld, ledger, rules: (lane) => rulesOf(settings(), accountId)(lane) });
  const throttles = makeThrottles({
    world: realWorld,
    journal: store.journal,
    known: await store.throttles(),
    accounts,
    policy: () => breakerOf(settings()),
  });
  const rulebook = makeRulebook(store.journal, await store.queues());
  const queues = makeQueues(rulebook);
  const background = makeBackground(notice);
  const copies = makeCopies(realWorld, background.begin);
  const pool = makePool({
    git,
    places,
    world: realWorld,
    limits: () => ({ trees: admission.disk() === null ? settings()["pool.trees"] : 0, bytes: poolBytes }),
    mayFill: () => admission.why(slots.running()) === null,
    isContained,
    behind: background.begin,
    notice,
  });
  const vault = openVault({ home: places.home, keyFolders: keyFolders(env), notice });
  await vault.sweep(await ownersOf(store));
  const activity = makeActivityFeed(realWorld);
  const shared = {
    startedAt: realWorld.now(),
    throttles,
    activity,
    mayStart: () => admission.why(slots.running()),
    enlist: (end: () => void) => running.enter(end),
    cleanUp,
    behind: background.begin,
    queues,
    copies,
    held: new Map(),
    turns: { landing: new Map(), repaired: new Map() },
  };
  const equip = equipper({
    ...machine,
    programs: { ...machine, cleanerFor },
    executables: setting.executables,
    store,
    shared,
    pool,
    clientOf: async ({ id }) => (await vault.find(id)) ?? env,
  });
  return {
    machine,
    store,
    slots,
    admission,
    throttles,
    accounts,
    activity,
    queues: queueControl(queues, rulebook),
    pool,
    equip,
    vault,
    close: async () => {
      admission.stop();
      await within(emptyingMs, Promise.all([copies.close(), pool.close()]), realWorld);
      await within(opening.closingMs, background.done(), realWorld);
      await Promise.all([queues.close(), machine.close()]);
      accounts.close();
      await store.close();
      lock.release();
    },
  };
}
