import { randomBytes } from "node:crypto";
import { chmod, rm } from "node:fs/promises";
import { type StartedBy, writeRunning } from "../api/local/running.ts";
import { protocol } from "../api/protocol.ts";
import type { ConfigRow } from "../api/contract/conductor.ts";
import type { Reloaded } from "../conductor/report/itself.ts";
import { type ConductorPlaces, conductorPlaces } from "../base/home/conductor-places.ts";
import { messageOf } from "../base/error.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { realWorld } from "../base/real-world.ts";
import { within } from "../base/within.ts";
import type { World } from "../base/world.ts";
import { writeWhole } from "../base/files/write-whole.ts";
import type { Conductor, ConductorOpening } from "./conductor.ts";
import { type Log, makeLog } from "../log/rotating.ts";
import { type Calls, makeCalls } from "../process/calls.ts";
import { thisOwner } from "../process/tree/owner.ts";
import { openHome } from "../isolation/home/home.ts";
import type { Setting } from "./setting.ts";
import { type Front, makeFront } from "./shell/front.ts";
import { watchIdle } from "./shell/idle.ts";
import { keepPlaying } from "./shell/keep-playing.ts";
import { hearSignals } from "./shell/signals.ts";
import { type Stand, makeStand } from "./shell/stand.ts";
import { type StopRequest, makeStopRequest } from "./shell/stop-request.ts";
import { takeHome } from "./shell/take-home.ts";
import { readyToListen } from "./shell/where-to-listen.ts";

export interface ConductorHow {
  readonly setting: Setting;
  readonly version: string;
  readonly startedBy: StartedBy;
  readonly settings: ConductorSettings;
  /** Opens the engine; again, after the store could not be written. */
  readonly open: (shell: OpeningShell) => Promise<Conductor>;
  /** To whoever has it in front of them. */
  readonly say: (text: string) => void;
}

/** What the engine gets from the process around it. */
export type OpeningShell = Pick<ConductorOpening, "shell" | "lock" | "notice" | "onFault" | "calls">;

/** The settings of the conductor's own, as they are now: a reload may change them. */
export interface ConductorSettings {
  readonly graceMs: () => number;
  /** `null`: never. */
  readonly idleExitMs: () => number | null;
  readonly log: { readonly capBytes: number; readonly files: number };
  readonly rows: () => readonly ConfigRow[];
  readonly reload: () => Promise<Reloaded>;
}

/**
 * Is the conductor of a home until it is told to stop; gives the exit code. It holds the writer lock from before the
 * first to after the last thing it does, and answers clients all that time, also while the engine is on its way or the
 * disk is full.
 */
export async function runConductor(how: ConductorHow): Promise<number> {
  const places = conductorPlaces((await openHome(how.setting.home)).home);
  const taken = await takeHome(places, how.version);
  if (taken.kind === "conducted") {
    how.say(`a conductor runs already (process ${String(taken.pid)}, version ${taken.version})`);
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
    // A git that hangs would outlive this process and hang on.
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
  const front = makeFront<Conductor>(stop.request);
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
    const opening = openingOf(parts, { stand, reload });
    const stopWatching = watchNeed(parts, front, stand);
    const playing = keepPlaying({
      home: places.home,
      open: () => how.open(opening),
      front,
      stop,
      log,
      world: realWorld,
    });
    try {
      await settle(parts, playing);
    } finally {
      stopWatching();
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

async function openStand({ how, places, log }: Parts, front: Front<Conductor>): Promise<Stand> {
  const token = randomBytes(32).toString("hex");
  const { version, startedBy } = how;
  const startedAt = realWorld.now();
  return makeStand({
    place: () => readyToListen(places, how.setting.env),
    announce: async (socket) => {
      await writeWhole(places.token, token);
      await writeRunning(places, { ...thisOwner(), version, protocol, socket, startedAt, startedBy });
    },
    serving: {
      handlers: front.handlers,
      bus: front.bus,
      gate: { token, protocol, version, pid: process.pid, isIdle: () => isIdle(front) },
      log: (line, level) => {
        log.write(level, line);
      },
    },
    log,
    world: realWorld,
  });
}

function openingOf(
  { how, log, stop, calls }: Parts,
  { stand, reload }: { stand: Stand; reload: ConductorSettings["reload"] },
): OpeningShell {
  return {
    notice: (text) => {
      log.write("info", text);
      how.say(text);
    },
    onFault: (text, error) => {
      log.write("error", text, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      how.say(`${text}: ${messageOf(error)}`);
    },
    calls,
    // Held by the conductor as long as it lives: an engine that a full disk closed must not let another Tutti in.
    lock: { release: () => undefined },
    shell: {
      get socket() {
        return stand.socket();
      },
      connections: stand.connections,
      shutdown: stop.request,
      reload,
      config: how.settings.rows,
    },
  };
}

/** Only one that a client started goes by itself: whoever starts it by hand wants it to be there. */
function watchNeed({ how, stop }: Parts, front: Front<Conductor>, stand: Stand): () => void {
  if (how.startedBy !== "client") return () => undefined;
  return watchIdle({
    limitMs: how.settings.idleExitMs,
    isIdle: () => isIdle(front) && stand.connections() === 0,
    stop,
    world: realWorld,
  });
}

function isIdle(front: Front<Conductor>): boolean {
  return front.engine()?.playing() === 0;
}

/** What was not captured within the grace is captured at the next start. */
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
    `${isOver === false ? "only what does not answer is waited for" : "the grace is over"}: what is still at work is captured at the next start`,
    { left },
  );
}

async function closeStand(places: ConductorPlaces, stand: Stand): Promise<void> {
  await within(closingMs, stand.close(), realWorld);
  for (const path of [places.running, places.token, stand.socket()]) await rm(path, { force: true });
}

/** Clients that don't read their last answer are not waited for. */
const closingMs = 5000;

const lookMs = 200;

/** Resolves when only git is waited for, and none of it does anything any more: nothing is gained by a longer wait. */
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
