import { withVariable } from "../config/merge.ts";
import { readSettings } from "../config/read.ts";
import { knownAgents, missingAgents, uncountedAgents } from "../agents/known/known.ts";
import { makeBus } from "../api/events/bus.ts";
import { actHandlers } from "../api/methods/acts.ts";
import { lookHandlers } from "../api/methods/looks.ts";
import type { LookDesk } from "../api/methods/method.ts";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import type { JobId } from "../base/ids.ts";
import { realWorld } from "../base/world/real-world.ts";
import { takeVisitUsage, terminalFor } from "../conductor/equipment/terminal.ts";
import { launchForPerson } from "../conductor/equipment/visit.ts";
import { makeInTurn, makeOnce } from "../conductor/jobs/once.ts";
import type { JobParts } from "../conductor/jobs/parts.ts";
import { type RestartPolicy, resumeInterrupted } from "../conductor/jobs/restart.ts";
import type { Conductor } from "../conductor/process/front.ts";
import { type Shell, makeItself } from "../conductor/report/itself.ts";
import { workspaceIn } from "../conductor/jobs/parts.ts";
import { summaryAtEnd } from "../conductor/report/views/job-view.ts";
import { type Stage, makeStage } from "../conductor/stage.ts";
import { attemptFrom } from "../isolation/snapshots/show/viewer.ts";
import { watchPulls, watchedJobs } from "../landing/pulls/watch.ts";
import { heal, type HealingHands } from "../healing/heal.ts";
import { healingHands } from "../healing/hands.ts";
import { landingHands } from "../landing/equipped/hands.ts";
import type { OsLock } from "../lock/os-lock.ts";
import { machineLevels } from "../process/sandbox/levels.ts";
import { levels } from "../score/plan/levels.ts";
import { redactText } from "../redact/redactor.ts";
import { compileSecrets } from "../redact/secrets.ts";
import { tellPeople } from "../notify/open.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import type { Fleet } from "./fleet/fleet.ts";
import { openEngine } from "./engine.ts";
import { gateParts } from "./gates.ts";
import { type Together, fleetOf, handsOf, limitsOf } from "./fleet/playing.ts";
import { makeRecheck } from "../isolation/enter/recheck.ts";
import { lookDesk } from "./looking.ts";
import { openSharedCaptures } from "./shared-captures.ts";
import type { TelemetrySources, Telling } from "../telemetry/follow.ts";
import type { Opening, Setting } from "./setting.ts";
import type { WriteFleet } from "../store/postgres/transact.ts";
import { settleChains } from "../chains/deliver/settle.ts";
import { chainsOf, clockOf } from "./chains.ts";

export interface ConductorOpening extends Opening {
  readonly version: string;
  readonly shell: Shell;
  /** How long a job may wait for its time while none of its sheets run, before it is paused. */
  readonly patienceMs: number;
  /** What becomes of jobs that an earlier process was playing. */
  readonly recovery: RestartPolicy;
  /** The writer lock, if the opener holds it already. */
  readonly lock?: OsLock;
  /** Reports a fault of Tutti's own in one job. */
  readonly onFault: (text: string, error: unknown) => void;
}

/** Clean-up that an exit cuts short goes on at the next job's end. A person waits for a `--local`. */
const conductorClosingMs = 500;
const localClosingMs = 5_000;

/** Wires the one process that may write: waits for the writer lock, puts the home in order, continues its jobs. */
export async function openConductor(setting: Setting, opening: ConductorOpening): Promise<Conductor> {
  const played: { stage?: Stage; healer?: HealingHands; fleet?: Fleet | null } = {};
  const isPlayed = (job: JobId): boolean => played.stage?.playing(job) !== undefined;
  const closingMs = opening.shell.socket === null ? localClosingMs : conductorClosingMs;
  const writeFleet: WriteFleet = async (transaction, changes) => played.fleet?.write(transaction, changes);
  const engine = await openEngine(setting, { ...opening, isPlayed, closingMs, writeFleet });
  const fleet = await fleetOf(setting, engine, opening);
  played.fleet = fleet;
  const captures = await openSharedCaptures(setting);
  try {
    const { promise: broken, resolve: onBroken } = Promise.withResolvers<Error>();
    void engine.store.broken.then(onBroken);
    const stage = makeStage({
      world: realWorld,
      journal: engine.store.journal,
      slots: engine.slots,
      limits: limitsOf({ engine, fleet }, opening.patienceMs),
      equip: (job, notice) => handsOf({ engine, fleet, captures }, job, notice),
      ends: { summary: summaryAtEnd, workspace: (job) => workspaceIn(engine.machine.places, job) },
      heal: async (book, rest) => (played.healer === undefined ? false : heal(played.healer, book, rest)),
      says: {
        notice: opening.notice,
        fault: (job, error) => {
          opening.onFault(`a fault of Tutti's own in ${job}`, error);
        },
        broken: onBroken,
      },
    });
    played.stage = stage;
    const onHealer = (healer: HealingHands): void => void (played.healer = healer);
    return { ...(await conduct({ engine, fleet, captures, stage, setting, opening, isPlayed, onHealer })), broken };
  } catch (error) {
    await captures?.close();
    await fleet?.close();
    await engine.close();
    throw error;
  }
}

interface Conducting extends Together {
  readonly stage: Stage;
  readonly setting: Setting;
  readonly opening: ConductorOpening;
  readonly isPlayed: (job: JobId) => boolean;
  readonly onHealer: (healer: HealingHands) => void;
}

async function conduct(conducting: Conducting): Promise<Omit<Conductor, "broken">> {
  const { engine, fleet, captures, stage, setting, opening } = conducting;
  const { store } = engine;
  const halt = new AbortController();
  const bus = makeBus({ store, titleOf: (job, sheet) => stage.titleOf(job, sheet), activity: engine.activity });
  const { places, calls } = engine.machine;
  const about = {
    version: opening.version,
    home: places.home,
    tracer: calls.tracer,
    pool: () => engine.pool.figures(),
    limits: () => engine.throttles.shut(),
    waits: () => engine.throttles.waits(),
  };
  const itself = makeItself({ ...engine, world: realWorld, about, stage, bus, shell: opening.shell });
  const looks = looksOf(conducting);
  const jobs = jobParts(conducting, looks, halt.signal);
  const notifier = await tellPeople({
    store,
    world: realWorld,
    hands: { run: engine.machine.run, env: setting.env, platform: process.platform, now: () => realWorld.now() },
    readSettings: setting.notifications,
    notice: opening.notice,
  });
  const inTurn = makeInTurn();
  const gates = gateParts(conducting, jobs);
  const disk = (): Promise<DiskTrouble | null> => Promise.resolve(engine.admission.disk());
  const healer = healingHands({ jobs, gates, contexts: looks.contexts, disk });
  conducting.onHealer(healer);
  const once = makeOnce(store, () => realWorld.now());
  const onlyOwn = opening.recovery === "leave";
  const chains = chainsOf({ engine, jobs, contexts: looks.contexts, once, inTurn, onlyOwn });
  const clearLimits = (account: string | null): Promise<number> => engine.throttles.clear(account);
  const schedules = clockOf({ jobs, contexts: looks.contexts, inTurn });
  const desk = {
    looks,
    jobs,
    inTurn,
    chains,
    schedules,
    gates,
    conductor: itself,
    notifier,
    healer,
    clearLimits,
    fleet,
  };
  const handlers = { ...lookHandlers(looks), ...actHandlers(desk, once) };
  const note = (event: NoteEvent): Promise<number> =>
    store.journal.append([{ about: "note", job: null, sheet: null, event }]);
  const telling = await telemetryOf(conducting, { bus, handlers });
  const { pid } = process;
  await note({ kind: "conductor-started", at: realWorld.now(), version: opening.version, pid, epoch: store.epoch });
  const recovered = await resumeInterrupted(jobs, opening.recovery);
  if (recovered !== undefined) await note({ kind: "conductor-recovered", at: realWorld.now(), ...recovered });
  await chains.begin();
  if (!onlyOwn) schedules.begin();
  const watch = watchPulls({
    world: realWorld,
    pollMs: () => setting.settings()["pulls.poll"],
    // A command that plays by itself watches only its own jobs.
    jobs: () => watchedJobs(jobs, opening.shell.socket !== null),
    sync: (job) => handlers["pulls.sync"]({ job, folder: "/" }),
    notice: jobs.process.notice,
  });
  return {
    handlers,
    bus,
    playing: () => stage.all().length,
    hasMore: () => chains.open() > 0 || schedules.active() > 0,
    settle: () => settleChains({ chains, stage, world: realWorld, stop: halt.signal }),
    stop: async (why) => {
      await note({ kind: "conductor-stopping", at: realWorld.now(), why }).catch(() => undefined);
      watch.stop();
      halt.abort();
      await Promise.all([chains.stop(), schedules.stop(), stage.stop()]);
    },
    close: async () => {
      watch.stop();
      await Promise.all([chains.stop(), schedules.stop()]);
      itself.stop();
      await telling?.close();
      await notifier.close();
      bus.close();
      await captures?.close();
      await fleet?.close();
      await engine.close();
    },
  };
}

/** Nothing is loaded where the settings ask for no telemetry. */
async function telemetryOf({ setting, opening }: Conducting, sources: TelemetrySources): Promise<Telling | null> {
  const { "telemetry.endpoint": endpoint, "telemetry.metrics_port": port } = setting.settings();
  if (endpoint === null && port === null) return null;
  const { followBus } = await import("../telemetry/follow.ts");
  const { version, notice } = opening;
  return followBus({ version, home: setting.home, env: setting.env, endpoint, port, notice }, sources);
}

function looksOf({ engine, setting, isPlayed }: Conducting): LookDesk {
  const { machine, store, slots, admission, throttles, accounts, queues } = engine;
  return lookDesk({
    ...machine,
    store,
    setting,
    isPlayed: ({ id }) => Promise.resolve(isPlayed(id)),
    live: {
      sweepContainers: () => engine.machine.containers.sweep(),
      calls: () => machine.calls.list(),
      held: () => admission.why(slots.running()),
      disk: () => admission.disk(),
      shut: () => throttles.shut(),
      waits: () => throttles.waits(),
      use: (of) => {
        const last = engine.activity.last(of);
        return last?.attempt === of.attempt ? last.use : undefined;
      },
      lanes: () => accounts.lanes(),
      queue: (queue) => queues.look(queue),
    },
  });
}

function jobParts(
  { engine, fleet, captures, stage, opening, setting: { env, settings } }: Conducting,
  looks: LookDesk,
  stop: AbortSignal,
): JobParts {
  const { machine, store, equip } = engine;
  return {
    git: machine.git,
    world: realWorld,
    places: machine.places,
    store,
    stage,
    agents: {
      names: (folder, environment) => knownAgents(environment ?? env, folder),
      missing: (agents, folder, environment) => missingAgents(agents, environment ?? env, folder),
      uncounted: (plan, folder, environment) => uncountedAgents(plan, environment ?? env, folder),
      ask: (agents) => engine.throttles.ask(agents),
      remember: async (job, environment) => {
        if (environment !== undefined) await engine.vault.keep(job, environment);
      },
      terminal: (job) => engine.vault.find(job),
      requireTerminal: async (job) => void (await engine.vault.find(job)),
    },
    kit: {
      hands: (job, notice) => handsOf({ engine, fleet, captures }, job, notice),
      recheck: async (job, notice) => makeRecheck(await equip(job, notice)),
      landing: async (job) => landingHands(await equip(job, opening.notice)),
      terminal: async (attempt, where) => terminalFor(await equip(attempt.job, opening.notice), attempt, where),
      takeVisitUsage: async (attempt, of) => takeVisitUsage(await equip(attempt.job, opening.notice), attempt, of),
      launch: async (attempt, program) => {
        const { viewAt } = machine;
        return launchForPerson(await equip(attempt.job, opening.notice), attempt, { ...program, viewAt });
      },
      endLaunched: async ({ context, visitor, token }) => {
        if (!levels[context.level].hasContainer) return;
        for (const text of await machine.containers.end(visitor, token)) opening.notice(text);
        await machine.furnisher.leave(context.path);
      },
      requireContainers: (environment) => machine.containers.require(environment),
      attemptFrom: (asked) => attemptFrom(looks.report, asked),
      queues: engine.queues,
    },
    process: {
      stop,
      goesOn: opening.shell.socket !== null,
      keepFailed: settings()["cleanup.keep_failed"],
      limitPatienceMs: () => settings()["limits.patience"],
      wishes: async (folder, environment) => {
        // A variable of the conductor holds where the terminal has none.
        const told = withVariable("sandbox", environment ?? env, env);
        const { recipe, routing, settings: own } = await readSettings({ env: told, project: folder });
        const learning = { records: own["learning.records"], prompts: own["learning.prompts"] };
        return { recipe, routing, sandbox: own.sandbox, prepareSandbox: own["prepare.sandbox"], ...learning };
      },
      sandbox: machineLevels(machine.sandbox),
      redact: (text) => redactText(compileSecrets([]), text),
      notice: (text) => {
        opening.notice(text);
        const event = { kind: "notice", at: realWorld.now(), text } as const;
        store.journal.append([{ about: "note", job: null, sheet: null, event }]).catch(() => undefined);
      },
    },
  };
}
