import { plural } from "../../base/text.ts";
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { PoolFigures } from "../../base/home/pool-figures.ts";
import type { World } from "../../base/world/world.ts";
import type { Slots } from "../slots.ts";
import type { Stage } from "../stage.ts";
import type { Store } from "../../store/store.ts";
import { protocol } from "../../api/protocol.ts";
import type { ConductorStatus, ConfigRow, Health, Trace } from "../../api/contract/conductor.ts";
import { machineResources } from "../../process/machine/resources.ts";
import type { AccountWait, ShutGate } from "../find/viewer.ts";
import type { Tracer } from "../../process/trace.ts";
import type { Bus } from "../../api/events/bus.ts";

/** The functions of the process around the engine. */
export interface Shell {
  readonly socket: string | null;
  connections(): number;
  /** An address that logs one browser in. */
  readonly dashboard: () => Promise<string>;
  /** Begins to end this process. */
  shutdown(why: string): void;
  reload(): Promise<Reloaded>;
  config(): readonly ConfigRow[];
}

export interface Reloaded {
  readonly changed: readonly string[];
  readonly needRestart: readonly string[];
}

export interface ItselfParts {
  readonly world: World;
  readonly about: Surroundings;
  readonly store: Store;
  readonly stage: Stage;
  readonly slots: Slots;
  readonly bus: Bus;
  readonly shell: Shell;
  readonly admission: { maxSheets(): number; why(running: number): string | null; disk(): DiskTrouble | null };
}

interface Surroundings {
  readonly version: string;
  readonly home: string;
  readonly tracer: Tracer;
  readonly pool: () => PoolFigures;
  limits(): readonly ShutGate[];
  waits(): readonly AccountWait[];
}

/** The conductor about itself. */
export interface Itself {
  status(): Promise<ConductorStatus>;
  health(): Promise<Health>;
  /** Begins to keep what is run, or ends that. */
  trace(end: number | null): Trace;
  /** An address that logs one browser in. */
  dashboard(): Promise<string>;
  ready(): { readonly ready: boolean; readonly why: string | null };
  config(): readonly ConfigRow[];
  reload(): Promise<Reloaded>;
  shutdown(asked: { readonly ifIdle: boolean; readonly why: string }): {
    readonly stopping: boolean;
    readonly why: string | null;
  };
  /** Ends what measures it. */
  stop(): void;
}

export function makeItself(parts: ItselfParts): Itself {
  const { world, store, stage, slots, shell } = parts;
  const startedAt = world.now();
  const begun = world.ticks();
  const { delay, stop } = watchStalls(() => slots.running() > 0);
  return {
    status: () => status(parts, { startedAt, begun }),
    health: () => health(parts, delay),
    trace: (end) => trace(parts, end),
    dashboard: () => shell.dashboard(),
    ready: () => ({ ready: !stage.isStopping, why: stage.isStopping ? "it is stopping" : null }),
    config: () => shell.config(),
    reload: async () => {
      const outcome = await shell.reload();
      const event = { kind: "conductor-reloaded", at: world.now(), changed: outcome.changed } as const;
      await store.journal.append([{ about: "note", job: null, sheet: null, event }]);
      slots.changed();
      return outcome;
    },
    shutdown: ({ ifIdle, why }) => {
      const busy = stage.all().length;
      if (ifIdle && busy > 0) return { stopping: false, why: `${plural(busy, "job is", "jobs are")} being played` };
      shell.shutdown(why === "" ? "asked by a client" : why);
      return { stopping: true, why: null };
    },
    stop,
  };
}

const resolutionMs = 10;

/**
 * Measures how late the event loop is while something runs. With nothing to do, the measuring would be all that is
 * done.
 */
function watchStalls(isBusy: () => boolean): {
  readonly delay: ReturnType<typeof monitorEventLoopDelay>;
  readonly stop: () => void;
} {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const look = setInterval(() => {
    if (isBusy()) delay.enable();
    else delay.disable();
  }, 1000);
  look.unref();
  return {
    delay,
    stop: () => {
      clearInterval(look);
      delay.disable();
    },
  };
}

async function status(
  parts: ItselfParts,
  since: { startedAt: ConductorStatus["startedAt"]; begun: number },
): Promise<ConductorStatus> {
  const { world, store, stage, slots, bus, shell } = parts;
  const counts = await store.countJobs();
  const memory = process.memoryUsage();
  return {
    pid: process.pid,
    version: parts.about.version,
    protocol,
    home: parts.about.home,
    socket: shell.socket,
    epoch: store.epoch,
    startedAt: since.startedAt,
    upMs: Math.round(world.ticks() - since.begun),
    isStopping: stage.isStopping,
    jobs: { playing: stage.all().length, paused: counts.paused, all: counts.all },
    sheets: { running: slots.running(), limit: parts.admission.maxSheets() },
    clients: { connections: shell.connections(), subscribers: bus.subscribers() },
    held: parts.admission.why(slots.running()),
    disk: parts.admission.disk(),
    pool: parts.about.pool(),
    memory: { rssBytes: memory.rss, heapBytes: memory.heapUsed },
    machine: machineNow(),
    limits: [
      ...parts.about.limits().map(({ key, shut: { why, until, detail } }) => ({ account: key, why, until, detail })),
      ...parts.about
        .waits()
        .map(({ key, why, until }) => ({ account: key, why: "waits" as const, until, detail: why })),
    ],
    position: await store.position(),
  };
}

function machineNow(): ConductorStatus["machine"] {
  const { totalBytes, availableBytes } = machineResources.memory();
  return { cores: machineResources.cores, load: loadavg()[0] ?? 0, memoryBytes: totalBytes, availableBytes };
}

async function health(parts: ItselfParts, delay: ReturnType<typeof monitorEventLoopDelay>): Promise<Health> {
  const inMs = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e4) / 100 - resolutionMs);
  const stall = { p50Ms: inMs(delay.percentile(50)), p99Ms: inMs(delay.percentile(99)), maxMs: inMs(delay.max) };
  delay.reset();
  const held = parts.admission.why(parts.slots.running());
  const position = await parts.store.position();
  const checks = [
    { name: "store", ok: true, detail: `${String(position)} rows in the journal` },
    { name: "admission", ok: held === null, detail: held ?? "sheets may start" },
    {
      name: "event loop",
      ok: stall.p99Ms < 200,
      detail: `p99 ${String(stall.p99Ms)} ms, longest ${String(stall.maxMs)} ms`,
    },
  ];
  return { healthy: checks.every(({ ok }) => ok), checks, stall };
}

/** Of the clock that the journal's events have. */
function trace({ world, about: { tracer } }: ItselfParts, end: number | null): Trace {
  if (end === null) return { number: tracer.begin(), processes: [], cpu: [], dropped: 0 };
  const traced = tracer.end(end) ?? { processes: [], cpu: [], dropped: 0 };
  const origin = world.now() - world.ticks();
  return {
    number: end,
    processes: traced.processes.map(({ startedAt, ...one }) => ({ ...one, at: origin + startedAt })),
    cpu: traced.cpu.map(({ at, cpuMs }) => ({ at: origin + at, cpuMs })),
    dropped: traced.dropped,
  };
}
