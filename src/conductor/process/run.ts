import { randomBytes } from "node:crypto";
import { chmod, rm } from "node:fs/promises";
import type { ConfigRow } from "../../api/contract/conductor.ts";
import { type StartedBy, writeRunning } from "../../api/local/running.ts";
import { protocol } from "../../api/protocol.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import { type ConductorPlaces, conductorPlaces } from "../../base/home/conductor-places.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { type World, within } from "../../base/world/world.ts";
import { openHome } from "../../isolation/home/home.ts";
import type { OsLock } from "../../lock/os-lock.ts";
import { type Log, makeLog } from "../../log/rotating.ts";
import { type Calls, makeCalls } from "../../process/calls.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import type { Reloaded, Shell } from "../report/itself.ts";
import { type Browsers, makeBrowsers } from "./browsers.ts";
import { type Conductor, type Front, makeFront } from "./front.ts";
import { keepPlaying } from "./keep-playing.ts";
import { type Stand, makeStand, readyToListen } from "./listen.ts";
import { type StopRequest, hearSignals, makeStopRequest, watchIdle } from "./stop.ts";
import { takeHome } from "./take-home.ts";

export interface ConductorHow {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly startedBy: StartedBy;
  readonly settings: ConductorSettings;
  /** Opens the engine: at the start, and again after the store could not be written. */
  readonly open: (around: Around) => Promise<Conductor>;
  /** Prints to the terminal, if there is one. */
  readonly say: (text: string) => void;
}

/** The process, as its engine sees it. */
export interface Around {
  readonly shell: Shell;
  readonly lock: OsLock;
  readonly calls: Calls;
  readonly notice: (text: string) => void;
  /** Another conductor leads the store: clients hear of it until this one does. */
  readonly onStandby: (holder: string) => void;
  /** Aborted when a stop is requested. */
  readonly signal: AbortSignal;
  /** Reports a fault of Tutti's own in one job. */
  readonly onFault: (text: string, error: unknown) => void;
}

/** The conductor's own settings; a reload may change them. */
export interface ConductorSettings {
  readonly graceMs: () => number;
  /** `null`: never. */
  readonly idleExitMs: () => number | null;
  /** Of the dashboard. */
  readonly port: () => number;
  readonly log: { readonly capBytes: number; readonly files: number };
  readonly rows: () => readonly ConfigRow[];
  readonly reload: () => Promise<Reloaded>;
}

/**
 * Runs the conductor of a home until a stop is requested; returns the exit code. It holds the writer lock and answers
 * clients all that time, also while the engine opens or the disk is full.
 */
export async function runConductor(how: ConductorHow): Promise<number> {
  const places = conductorPlaces((await openHome(how.home)).home);
  const taken = await takeHome(places, how.version);
  if (taken.kind === "conducted") {
    how.say(`a conductor is already running (process ${String(taken.pid)}, version ${taken.version})`);
    return 0;
  }
  const calls = makeCalls(realWorld);
  try {
    await makeFolder(places.logs);
    await chmod(places.folder, 0o700);
    const log = makeLog({ path: places.log, now: () => realWorld.now(), ...how.settings.log });
    await conduct({ how, places, log, stop: makeStopRequest(), calls });
    return 0;
  } finally {
    // A git that hangs would outlive this process.
    calls.endGit();
    taken.lock.release();
  }
}

interface Parts {
  readonly how: ConductorHow;
  readonly places: ConductorPlaces;
  readonly log: Log;
  readonly stop: StopRequest;
  readonly calls: Calls;
}

async function conduct(parts: Parts): Promise<void> {
  const { how, places, log, stop } = parts;
  const reload = async (): Promise<Reloaded> => {
    const reloaded = await how.settings.reload();
    log.write("info", "settings read again", { ...reloaded });
    return reloaded;
  };
  const front = makeFront(stop.request);
  const onHangUp = (): void => {
    const reloading = front.engine()?.handlers["conductor.reload"]({}) ?? reload();
    reloading.catch((error: unknown) => log.write("error", messageOf(error)));
  };
  const deafen = hearSignals({ stop, log, say: how.say, reload: onHangUp });
  try {
    const stand = await openStand(parts, front);
    log.write("info", "started", {
      version: how.version,
      pid: process.pid,
      home: places.home,
      socket: stand.socket(),
      by: how.startedBy,
    });
    how.say(`conductor ${how.version} (process ${String(process.pid)}) of ${places.home}`);
    const browsers = browsersOf(parts, front);
    const around = aroundOf(parts, { stand, browsers, reload, front });
    const stopWatching = watchNeed(parts, { front, stand, browsers });
    const playing = keepPlaying({
      home: places.home,
      open: () => how.open(around),
      front,
      stop,
      log,
      world: realWorld,
    });
    try {
      await settle(parts, playing);
    } finally {
      stopWatching();
      await within(closingMs, browsers.close(), realWorld);
      await closeStand(places, stand);
    }
  } catch (error) {
    log.write("error", messageOf(error));
    throw error;
  } finally {
    log.write("info", "ended");
    deafen();
  }
}

async function openStand({ how, places, log }: Parts, front: Front): Promise<Stand> {
  const token = randomBytes(32).toString("hex");
  const { version, startedBy } = how;
  const startedAt = realWorld.now();
  return makeStand({
    place: () => readyToListen(places, how.env),
    announce: async (socket) => {
      await writeWhole(places.token, token);
      await writeRunning(places, { ...thisOwner(), version, protocol, socket, startedAt, startedBy });
    },
    serving: {
      handlers: front.handlers,
      bus: front.bus,
      greeting: { token, protocol, version, pid: process.pid, isIdle: () => isIdle(front) },
      log: (line, level) => {
        log.write(level, line);
      },
    },
    log,
    world: realWorld,
  });
}

/** It lives as long as the process: a browser hears from it also while the disk is full. */
function browsersOf({ how }: Parts, { handlers, bus }: Front): Browsers {
  const { version, settings } = how;
  return makeBrowsers(() => ({ handlers, bus, version, now: () => realWorld.now(), port: settings.port() }));
}

interface AroundParts {
  readonly stand: Stand;
  readonly browsers: Browsers;
  readonly reload: ConductorSettings["reload"];
  readonly front: Front;
}

function standby(holder: string): TuttiError {
  return new TuttiError("conductor.standby", `this conductor stands by: ${holder} leads the store`, {
    audience: "user",
    hint: "Ask the leader's home, or wait: if the leader ends, this conductor takes over within five seconds.",
  });
}

function aroundOf({ how, log, stop, calls }: Parts, { stand, browsers, reload, front }: AroundParts): Around {
  const stopping = new AbortController();
  void stop.requested.then(() => {
    stopping.abort();
  });
  return {
    signal: stopping.signal,
    onStandby: (holder) => {
      log.write("info", "standing by", { leader: holder });
      how.say(`standing by: ${holder} leads this store`);
      front.shut(standby(holder));
    },
    notice: (text) => {
      log.write("info", text);
      how.say(text);
    },
    onFault: (text, error) => {
      log.write("error", text, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      how.say(`${text}: ${messageOf(error)}`);
    },
    calls,
    // The conductor keeps its lock: an engine that a full disk closed must not let another Tutti in.
    lock: { release: () => undefined },
    shell: {
      get socket() {
        return stand.socket();
      },
      connections: () => stand.connections() + browsers.followers(),
      dashboard: browsers.link,
      shutdown: stop.request,
      reload,
      config: how.settings.rows,
    },
  };
}

/** Only a conductor that a client started exits when idle. */
function watchNeed(
  { how, stop }: Parts,
  { front, stand, browsers }: { front: Front; stand: Stand; browsers: Browsers },
): () => void {
  const clients = (): number => stand.connections() + browsers.followers();
  if (how.startedBy !== "client") return () => undefined;
  return watchIdle({
    limitMs: how.settings.idleExitMs,
    isIdle: () => isIdle(front) && front.engine()?.hasMore() === false && clients() === 0,
    stop,
    world: realWorld,
  });
}

function isIdle(front: Front): boolean {
  return front.engine()?.playing() === 0;
}

/** Work that is not captured within the grace period is captured at the next start. */
async function settle({ how, log, stop, calls }: Parts, playing: Promise<void>): Promise<void> {
  await Promise.race([playing, stop.requested]);
  const watch = watchStuck(calls, realWorld);
  const isOver = await within(
    how.settings.graceMs(),
    Promise.race([playing.then(() => true), watch.stuck.then(() => false)]),
    realWorld,
  );
  watch.stop();
  if (isOver === true) return;
  const left = calls.list().map(({ what, pid, folder, forMs }) => ({ what, pid, folder, forMs }));
  log.write(
    "warn",
    `${isOver === false ? "only git calls that do not answer are left" : "the grace period is over"}: running work is captured at the next start`,
    { left },
  );
}

async function closeStand(places: ConductorPlaces, stand: Stand): Promise<void> {
  await within(closingMs, stand.close(), realWorld);
  for (const path of [places.running, places.token, stand.socket()]) await rm(path, { force: true });
}

/** Do not wait longer for clients that do not read their last answer. */
const closingMs = 5000;

const lookMs = 200;

/** Resolves when only git calls are left and none of them makes progress: a longer wait gains nothing. */
function watchStuck(
  calls: Pick<Calls, "isStuck">,
  world: Pick<World, "after">,
): { readonly stuck: Promise<undefined>; readonly stop: () => void } {
  const { promise: stuck, resolve } = Promise.withResolvers<undefined>();
  let callOff: () => void = () => undefined;
  const look = (): void => {
    if (calls.isStuck()) resolve(undefined);
    else callOff = world.after(lookMs, look);
  };
  look();
  return {
    stuck,
    stop: () => {
      callOff();
    },
  };
}
