import { createHash } from "node:crypto";
import { join } from "node:path";
import { agentFor } from "../agents/agent-for.ts";
import { type ProfileShelf, shelfOf } from "../agents/profiles/shelf.ts";
import { makeCleanUp } from "../api/server/contexts/by-policy.ts";
import type { JobId } from "../base/ids.ts";
import { settingsIn } from "../config/environment.ts";
import { realWorld } from "../base/real-world.ts";
import { makeMemory } from "../checks/memory.ts";
import type { Settings } from "../config/keys.ts";
import { type Gates, makeGates } from "../conductor/agents/gates.ts";
import { type Slots, makeSlots } from "../conductor/slots.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { cleanupSettingsFrom } from "../isolation/cleanup/settings.ts";
import { diskLimitsFrom } from "../isolation/disk/limits.ts";
import { openObjectStore } from "../isolation/object-store.ts";
import type { Places } from "../isolation/places.ts";
import { sweepHome } from "../isolation/sweep.ts";
import type { GateHands } from "../landing/gates/hands.ts";
import type { QueueDesk } from "../landing/queue/desk.ts";
import type { OsLock } from "../lock/os-lock.ts";
import { makeBrake } from "../process/brake.ts";
import { type Containment, processGroup } from "../process/containment.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { ownerId } from "../process/marker.ts";
import { findContainment } from "../process/probe.ts";
import type { Cleaner, RunProcess } from "../process/process.ts";
import { makeRunProcess } from "../process/run.ts";
import { type Settlement, settleOrphans } from "../process/settle.ts";
import { makeRedactor } from "../redact/redactor.ts";
import { compileSecrets } from "../redact/secrets.ts";
import type { GatePolicy } from "../schedule/gate/gate.ts";
import { makeResolver } from "../score/resolve/resolver.ts";
import type { Resolver } from "../score/resolve/resolver.ts";
import type { Plan } from "../score/plan.ts";
import type { Job } from "../sheet/job.ts";
import { type Store, openStore } from "../store/open.ts";
import { rescueStore } from "../store/rescue.ts";
import { acquireWriterLock } from "../store/writer-lock.ts";
import { type Admission, admit } from "../wiring/admission.ts";
import type { Agents, Equipment, Queues } from "../wiring/equipment.ts";
import { gateHands } from "../wiring/gates.ts";
import { openHome, wireGit } from "../wiring/home.ts";
import { deskOf, makeQueues } from "../wiring/landing/queues.ts";
import { makeRulebook } from "../wiring/landing/rulebook.ts";
import { makeShelves } from "./known-agents.ts";
import type { Executables, Opening, Setting } from "./setting.ts";

/** What jobs are played with: the store, git, processes, and how much of the machine may be used. */
export interface Engine {
  readonly git: Git;
  readonly run: RunProcess;
  readonly places: Places;
  readonly store: Store;
  readonly slots: Slots;
  readonly admission: Admission;
  readonly gates: Gates;
  readonly queues: QueueDesk;
  /** The real things for one job. */
  equip(job: Job, notice: (text: string) => void): Promise<Equipment>;
  /** What agents of a job may have of its client's environment. In memory only: it may hold what must not reach the disk. */
  readonly rememberEnvironment: (job: JobId, environment: Readonly<Record<string, string>> | undefined) => void;
  /** Whether contexts of failed sheets are kept unless the score says otherwise. */
  readonly keepFailed: boolean;
  close(): Promise<void>;
}

export interface EngineOpening extends Opening {
  /** The writer lock, when the opener has it already. */
  readonly lock?: OsLock;
  /** Whether a job is being played in this process. */
  readonly isPlayed: (job: JobId) => boolean;
}

/** How long a git that outlived its Tutti may take to finish. */
const orphanPatienceMs = 60_000;

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
  const homeHash = createHash("sha256").update(places.home).digest("hex").slice(0, 16);
  const owner = ownerId(homeHash, store.epoch);
  const { run, containment, brake } = await openProcesses(setting, owner);
  const git = await wireGit(places, run, setting.env);
  for (const text of containmentNotice(containment)) opening.notice(text);
  await settleHome({ places, homeHash, epoch: store.epoch }, opening.notice);
  const isPlayed = ({ id }: Job): Promise<boolean> => Promise.resolve(opening.isPlayed(id));
  const cleanUp = makeCleanUp({ git, places, store, env: setting.env, now: () => realWorld.now(), isPlayed }, opening.notice);
  const admission = await admit({ path: places.home, env: setting.env, world: realWorld, brake, makeRoom: cleanUp, notice: opening.notice });
  const slots = makeSlots(() => admission.maxSheets());
  const shelves = makeShelves();
  const environments = new Map<JobId, Readonly<Record<string, string>>>();
  const gates = makeGates({ world: realWorld, journal: store.journal, known: await store.gates(), policy: () => gatePolicy(settingsIn(setting.env)) });
  const { queues, desk } = await openQueues(store);
  const shared = { startedAt: realWorld.now(), resolvers: new WeakMap<Plan, Resolver>(), turns: { landing: new Map(), repaired: new Map(), queues } };
  return {
    git,
    run,
    places,
    store,
    slots,
    admission,
    gates,
    queues: desk,
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
      agents: agentsWith(setting.executables, () => shelves({ env: environments.get(job.id) ?? setting.env, project: job.repository.top })),
      cleanerFor,
      gates,
      held: new Map(),
      workspaceTurn: { last: Promise.resolve(), said: new Set() },
      cleanUp,
      mayStart: () => admission.why(slots.running()),
      shared: shared.turns,
    }),
    close: async () => {
      admission.stop();
      await queues.close();
      await store.close();
      lock.release();
    },
  };
}

/** With what is known of the findings of one job. */
function recordsFor(store: Store, { id }: Job): ReturnType<typeof recordsOf> & Pick<Equipment, "memory" | "fixRecord"> {
  return { ...recordsOf(store), memory: makeMemory(64), fixRecord: once(() => store.fix(id)) };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

/** The real things for the gates of a repository, where they are run for no job. */
export async function gateHandsFor({ git, run, places, store }: Engine, setting: Setting, what: GatesAsked): Promise<GateHands> {
  const { repository, environment, notice } = what;
  return gateHands({
    git,
    run,
    places,
    notice,
    cleanerFor,
    world: realWorld,
    ...recordsOf(store),
    store: await openObjectStore(git, places.repositories, repository),
    environment: allowedEnvironment(environment ?? setting.env),
  });
}

interface GatesAsked {
  readonly repository: Repository;
  /** The caller's. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly notice: (text: string) => void;
}

/** What an earlier Tutti left at work comes to its end first; with some of it still alive, nothing is nobody's. */
async function settleHome(home: { readonly places: Places; readonly homeHash: string; readonly epoch: number }, notice: (text: string) => void): Promise<void> {
  const { places, homeHash, epoch: currentEpoch } = home;
  const orphans = await settleOrphans({ homeHash, currentEpoch, limitMs: orphanPatienceMs, clock: realWorld });
  for (const text of orphanNotice(orphans)) notice(text);
  if (orphans.kind === "unknown" || orphans.left.length === 0) await sweepHome(places, notice);
}

async function openQueues(store: Store): Promise<{ readonly queues: Queues; readonly desk: QueueDesk }> {
  const rulebook = makeRulebook(store.journal, await store.queues());
  const queues = makeQueues(rulebook);
  return { queues, desk: deskOf(queues, rulebook) };
}

function recordsOf(store: Store): Pick<Equipment, "journal" | "verdicts" | "past"> {
  return { journal: store.journal, verdicts: store, past: store };
}

function agentsWith(executables: Executables, read: () => Promise<ProfileShelf>): Agents {
  let shelf: Promise<ProfileShelf> | undefined;
  const known = (): Promise<ProfileShelf> => (shelf ??= read());
  return {
    shelf: known,
    agentFor: async (plan) => agentFor(plan, { ...executables, shelf: plan.kind === "profile" ? await known() : shelfOf([]) }),
  };
}

function cleanerFor(secrets: readonly string[]): () => Cleaner {
  const known = compileSecrets(secrets);
  return () => makeRedactor(known);
}

function gatePolicy(settings: Settings): GatePolicy {
  return { failures: settings["agents.breaker_failures"], recoveryMs: settings["agents.breaker_recovery"] };
}

async function openProcesses(setting: Setting, owner: string): Promise<{ run: RunProcess; containment: Containment; brake: ReturnType<typeof makeBrake> }> {
  const plain = makeRunProcess({ containment: processGroup, owner, clock: realWorld });
  const containment = await findContainment({ choice: setting.env["TUTTI_CONTAINMENT"], path: setting.env["PATH"], run: plain });
  const brake = makeBrake();
  return { run: makeRunProcess({ containment, owner, clock: realWorld, brake }), containment, brake };
}

function resolverOf(known: WeakMap<Plan, Resolver>, plan: Plan): Resolver {
  const found = known.get(plan) ?? makeResolver(plan);
  known.set(plan, found);
  return found;
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
