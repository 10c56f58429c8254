import { type Shell, makeItself } from "../conductor/report/itself.ts";
import { attemptFrom } from "../isolation/snapshots/show/viewer.ts";
import { type Bus, makeBus } from "../api/feed/bus.ts";
import { actHandlers } from "../api/methods/acts.ts";
import { lookHandlers } from "../api/methods/looks.ts";
import type { Handlers } from "../api/methods/table.ts";
import { watchPulls, watchedJobs } from "../landing/pulls/watch.ts";
import { makeInTurn } from "../conductor/jobs/once.ts";
import { makeOnce } from "../conductor/jobs/once.ts";
import { type JobParts, noticeOf } from "../conductor/jobs/parts.ts";
import { type RestartPolicy, resumeInterrupted } from "../conductor/jobs/restart.ts";
import type { JobId } from "../base/ids.ts";
import { realWorld } from "../base/real-world.ts";
import { type Stage, makeStage } from "../conductor/stage.ts";
import { settingsIn } from "../config/environment.ts";
import { type Engine, openEngine } from "./engine.ts";
import type { GateActParts } from "../landing/gates/manage/act.ts";
import { gateHandsFor } from "./engine/gate-hands.ts";
import { knownAgents, missingAgents, uncountedAgents } from "./known-agents.ts";
import { lookDesk } from "./looking.ts";
import type { Opening, Setting } from "./setting.ts";
import type { OsLock } from "../lock/os-lock.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import { makeHands } from "./hands.ts";
import { landingHands } from "../landing/queues/hands.ts";
import { openWorkFolder } from "../isolation/home/home.ts";
import { makeRecheck } from "./recheck.ts";
import { terminalFor } from "../conductor/equipment/terminal.ts";

export interface ConductorOpening extends Opening {
  readonly version: string;
  readonly shell: Shell;
  /** How long a job may wait for its time while nothing of it runs, before it is put aside. */
  readonly patienceMs: number;
  /** What becomes of jobs that an earlier process was playing. */
  readonly recovery: RestartPolicy;
  /** The writer lock, when the opener has it already. */
  readonly lock?: OsLock;
  /** A fault of Tutti's own that one job ran into. */
  readonly onFault: (text: string, error: unknown) => void;
}

/** The engine with all that is asked of it. Whoever has this holds the writer lock. */
export interface Conductor {
  readonly handlers: Handlers;
  readonly bus: Bus;
  /** How many jobs are being played. */
  playing(): number;
  /** Nothing starts any more, what runs is ended and captured. */
  stop(why: string): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the store can't be written any more: then nothing more is recorded, and only opening anew helps. */
  readonly broken: Promise<Error>;
}

/**
 * Clean-up that a stop cuts short is done by the next conductor; a command that plays by itself is the only one to do
 * it for a while.
 */
const conductorClosingMs = 500;
const localClosingMs = 60_000;

/**
 * Wires everything for the one process that may write: waits for the writer lock, puts the home in order, and goes on
 * with what was left.
 */
export async function openConductor(setting: Setting, opening: ConductorOpening): Promise<Conductor> {
  const playing: { stage?: Stage } = {};
  const isPlayed = (job: JobId): boolean => playing.stage?.playing(job) !== undefined;
  const engine = await openEngine(setting, {
    ...opening,
    isPlayed,
    closingMs: opening.shell.socket === null ? localClosingMs : conductorClosingMs,
  });
  try {
    const { promise: broken, resolve: onBroken } = Promise.withResolvers<Error>();
    const stage = makeStage({
      world: realWorld,
      journal: engine.store.journal,
      slots: engine.slots,
      patienceMs: opening.patienceMs,
      maxJobs: () => engine.admission.maxJobs(),
      equip: async (job, notice) => makeHands(await engine.equip(job, notice)),
      notice: opening.notice,
      onFault: (job, error) => {
        opening.onFault(`a fault of Tutti's own in ${job}`, error);
      },
      onBroken,
    });
    playing.stage = stage;
    return { ...(await conduct({ engine, stage, setting, opening, isPlayed })), broken };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface Conducting {
  readonly engine: Engine;
  readonly stage: Stage;
  readonly setting: Setting;
  readonly opening: ConductorOpening;
  readonly isPlayed: (job: JobId) => boolean;
}

async function conduct(conducting: Conducting): Promise<Omit<Conductor, "broken">> {
  const { engine, stage, setting, opening } = conducting;
  const { git, run, places, store, slots, admission } = engine;
  const halt = new AbortController();
  const isPlayed = ({ id }: { readonly id: JobId }): Promise<boolean> => Promise.resolve(conducting.isPlayed(id));
  const held = (): string | null => admission.why(slots.running());
  const bus = makeBus({ store, titleOf: (job, sheet) => stage.titleOf(job, sheet) });
  const itself = makeItself({
    world: realWorld,
    about: { version: opening.version, home: places.home },
    store,
    stage,
    slots,
    bus,
    shell: opening.shell,
    admission,
  });
  const looks = lookDesk({
    git,
    run,
    places,
    store,
    isPlayed,
    env: setting.env,
    held,
    disk: () => admission.disk(),
    shut: () => engine.throttles.shut(),
    queue: engine.queues,
    calls: engine.calls,
  });
  const parts = jobParts(conducting, (asked) => attemptFrom(looks.report, asked), halt.signal);
  const gates = {
    git,
    store,
    stop: halt.signal,
    hands: (what: Parameters<GateActParts["hands"]>[0]) =>
      gateHandsFor(engine, setting, { ...what, notice: noticeOf(parts) }),
  };
  const handlers = {
    ...lookHandlers(looks),
    ...actHandlers(
      { looks, jobs: parts, inTurn: makeInTurn(), gates, conductor: itself },
      makeOnce(store, () => realWorld.now()),
    ),
  };
  const say = (event: NoteEvent): Promise<number> =>
    store.journal.append([{ about: "note", job: null, sheet: null, event }]);
  await say({
    kind: "conductor-started",
    at: realWorld.now(),
    version: opening.version,
    pid: process.pid,
    epoch: store.epoch,
  });
  const recovered = await resumeInterrupted(parts, opening.recovery);
  if (recovered !== undefined) await say({ kind: "conductor-recovered", at: realWorld.now(), ...recovered });
  const watch = watchPulls({
    world: realWorld,
    pollMs: () => settingsIn(setting.env)["pulls.poll"],
    // A command that plays by itself looks after its own jobs only.
    jobs: () => watchedJobs(parts, opening.shell.socket !== null),
    sync: (job) => handlers["pulls.sync"]({ job, folder: "/" }),
    notice: noticeOf(parts),
  });
  return {
    handlers,
    bus,
    playing: () => stage.all().length,
    stop: async (why) => {
      await say({ kind: "conductor-stopping", at: realWorld.now(), why }).catch(() => undefined);
      watch.stop();
      halt.abort();
      await stage.stop();
    },
    close: async () => {
      watch.stop();
      itself.stop();
      bus.close();
      await engine.close();
    },
  };
}

function jobParts(
  { engine, stage, opening, setting }: Conducting,
  readAttempt: JobParts["attemptFrom"],
  stop: AbortSignal,
): JobParts {
  const { git, places, store } = engine;
  return {
    git,
    world: realWorld,
    store,
    places,
    stage,
    attemptFrom: readAttempt,
    keepFailed: engine.keepFailed,
    limitPatienceMs: () => settingsIn(setting.env)["limits.patience"],
    goesOn: opening.shell.socket !== null,
    throttles: engine.throttles,
    queues: engine.queues,
    landingHands: async (job) => landingHands(await engine.equip(job, opening.notice)),
    agentNames: (folder, environment) => knownAgents(environment ?? setting.env, folder),
    missingAgents: (agents, folder, environment) => missingAgents(agents, environment ?? setting.env, folder),
    uncounted: (plan, folder, environment) => uncountedAgents(plan, environment ?? setting.env, folder),
    terminalFor: async (attempt, where) => terminalFor(await engine.equip(attempt.job, opening.notice), attempt, where),
    rememberEnvironment: engine.rememberEnvironment,
    openWorkFolder: (folder) => openWorkFolder(git, places, folder),
    equip: async (job, notice) => makeHands(await engine.equip(job, notice)),
    equipRecheck: async (job, notice) => makeRecheck(await engine.equip(job, notice)),
    stop,
    notice: (text) => {
      opening.notice(text);
      store.journal
        .append([{ about: "note", job: null, sheet: null, event: { kind: "notice", at: realWorld.now(), text } }])
        .catch(() => undefined);
    },
  };
}
