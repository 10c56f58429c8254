import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { Exit } from "../run/child.ts";
import { launcherVariables } from "../tree/marker.ts";
import { thisOwner } from "../tree/owner.ts";
import { type Frame, type LaunchOrder, asks, frame, makeFrameReader, startFrame, tells } from "./frames.ts";
import { type Listener, listen } from "./listener.ts";

/** One program that the launcher starts, as it hears of it. */
export interface Launch {
  readonly order: Omit<LaunchOrder, "secret">;
  readonly input: Uint8Array;
  readonly started: (pid: number, sockets: readonly (Socket | undefined)[]) => void;
  readonly refused: (error: { readonly code?: string; readonly syscall?: string }) => void;
  readonly heard: (stream: "stdout" | "stderr", chunk: Buffer) => void;
  readonly ended: (stream: "stdout" | "stderr") => void;
  readonly exited: (exit: Exit) => void;
}

export interface Launched {
  /** The rest of its output is not wanted. */
  readonly cut: () => void;
  /** Whether this process has to stay alive for it. */
  readonly awaits: (isAwaited: boolean) => void;
}

/** A process of Tutti's own that starts programs in its place. */
export interface Launcher {
  launch(launch: Launch): Launched;
  readonly isLost: () => boolean;
  readonly pid: number;
}

/** The bundle keeps this file at the same depth below `dist`. */
const program = fileURLToPath(new URL("../../../bin/launcher.js", import.meta.url));
/** Its memory stays small: every start copies the tables of it. */
const lean = ["--max-semi-space-size=1", "--single-threaded"];

/** `null`: it can't be started, or sockets can't be made here. */
export async function startLauncher(): Promise<Launcher | null> {
  const open = new Map<number, Entry>();
  const listener = await listen((id, position, socket) => takeSocket(open.get(id), position, socket));
  if (listener === null) return null;
  const child = spawn(process.execPath, [...lean, program, listener.path], {
    cwd: "/",
    env: { ...launcherVariables(thisOwner()), MALLOC_ARENA_MAX: "1" },
    // Out of reach of Ctrl-C: it ends with this process.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true)).once("error", () => resolve(false));
  });
  // Without a free descriptor there are no streams at all.
  const control = (child.stdio as ChildProcess["stdio"] | undefined)?.[3] as Socket | undefined;
  if (!isStarted || control === undefined) {
    listener.close();
    return null;
  }
  child.unref();
  return serve({ child, control, listener, open });
}

interface Entry {
  readonly launch: Launch;
  readonly sockets: (Socket | undefined)[];
  readonly go: () => void;
  isStarted: boolean;
  isAwaited: boolean;
  /** Its exit, and the ends of what comes in frames. */
  missing: number;
}

interface Parts {
  readonly child: ChildProcess;
  readonly control: Socket;
  readonly listener: Listener;
  readonly open: Map<number, Entry>;
}

function serve({ child, control, listener, open }: Parts): Launcher {
  let last = 0;
  let isLost = false;
  let awaited = 0;

  function awaits(entry: Entry, isAwaited: boolean): void {
    if (entry.isAwaited === isAwaited) return;
    entry.isAwaited = isAwaited;
    awaited += isAwaited ? 1 : -1;
    if (awaited === 0) control.unref();
    else if (awaited === 1 && isAwaited) control.ref();
  }

  function finish(id: number, entry: Entry): void {
    open.delete(id);
    awaits(entry, false);
  }

  control.unref();
  control.on("error", () => {});
  control.on(
    "data",
    makeFrameReader(({ kind, id, payload }) => {
      const entry = open.get(id);
      if (entry !== undefined && isOver(entry, { kind, id, payload })) finish(id, entry);
    }),
  );
  control.once("close", () => {
    isLost = true;
    listener.close();
    for (const [id, entry] of open) {
      finish(id, entry);
      lose(entry);
    }
  });
  return {
    pid: child.pid ?? 0,
    isLost: () => isLost,
    launch: (launch) => {
      const id = (last += 1);
      const { sockets } = launch.order;
      const go = (): void => void control.write(frame(asks.go, id));
      const entry: Entry = {
        launch,
        sockets: [],
        go,
        isStarted: false,
        isAwaited: false,
        missing: 1 + [1, 2].filter((position) => !sockets.includes(position)).length,
      };
      open.set(id, entry);
      awaits(entry, true);
      control.write(startFrame(id, { ...launch.order, secret: listener.secret }, launch.input));
      return {
        cut: () => {
          if (open.has(id)) control.write(frame(asks.cut, id));
        },
        awaits: (isAwaited) => {
          if (open.has(id)) awaits(entry, isAwaited);
        },
      };
    },
  };
}

function takeSocket(entry: Entry | undefined, position: number, socket: Socket): void {
  if (entry === undefined || entry.isStarted) {
    socket.destroy();
    return;
  }
  entry.sockets[position] = socket;
  if (entry.launch.order.sockets.every((wanted) => entry.sockets[wanted] !== undefined)) entry.go();
}

/** Passes on what a frame says; `true`: nothing more comes. */
function isOver(entry: Entry, { kind, payload }: Frame): boolean {
  const { launch } = entry;
  switch (kind) {
    case tells.started:
      entry.isStarted = true;
      launch.started(payload.readUInt32LE(0), entry.sockets);
      return false;
    case tells.refused:
      for (const socket of entry.sockets) socket?.destroy();
      launch.refused(JSON.parse(payload.toString()) as { code?: string; syscall?: string });
      return true;
    case tells.stdout:
      launch.heard("stdout", payload);
      return false;
    case tells.stderr:
      launch.heard("stderr", payload);
      return false;
    case tells.stdoutEnd:
      launch.ended("stdout");
      break;
    case tells.stderrEnd:
      launch.ended("stderr");
      break;
    default:
      launch.exited(JSON.parse(payload.toString()) as Exit);
  }
  entry.missing -= 1;
  return entry.missing === 0;
}

/** The launcher is gone, and nothing is known of what it started. */
function lose({ launch, isStarted, sockets }: Entry): void {
  if (!isStarted) {
    for (const socket of sockets) socket?.destroy();
    launch.refused({ code: "EAGAIN", syscall: "spawn" });
    return;
  }
  launch.ended("stdout");
  launch.ended("stderr");
  launch.exited("lost");
}
