import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import { drain } from "../output/taps.ts";
import type { ProcessRequest } from "../process.ts";

/** `lost`: what started it is gone, and it may still run. */
export type Exit = Ended | "lost";

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** All that it started is dead as well. */
  readonly isEmptied?: true;
}

/** A program that runs. */
export interface RunningChild {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  /** `null`: it has none, or all of it is on its way. */
  readonly input: Writable | null;
  /** Until both streams have ended. While a receiver is busy the program waits; one for memory need not be waited for. */
  readonly drain: (to: Receivers) => Promise<void>;
  /** The rest of its output is not wanted. */
  readonly cutOff: () => void;
  /** Whether this process has to stay alive for it. */
  readonly awaits: (isAwaited: boolean) => void;
}

export type Receivers = Readonly<Record<"stdout" | "stderr", (chunk: Buffer) => Promise<void>>>;

export interface ChildOrder {
  readonly request: ProcessRequest;
  /** With its wrapper. */
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** By this process itself. */
export async function spawnChild({ request: { cwd, stdin }, argv, env }: ChildOrder): Promise<RunningChild> {
  const input = inputOf(stdin);
  const file = input.path === null ? null : openSync(input.path, "r");
  try {
    const first = file ?? (input.bytes === null && !input.isTalk ? "ignore" : "pipe");
    // A session of its own: ended as a whole, and out of reach of Ctrl-C.
    const child = spawn(argv[0], argv.slice(1), { cwd, env, detached: true, stdio: [first, "pipe", "pipe"] });
    const exit = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    const streams = [child.stdin, child.stdout, child.stderr] as (Socket | null)[];
    return withSockets({ pid: child.pid ?? 0, exit, streams, bytes: input.bytes }, (isAwaited) => {
      if (isAwaited) child.ref();
      else child.unref();
    });
  } finally {
    if (file !== null) closeSync(file);
  }
}

interface Input {
  readonly path: string | null;
  readonly bytes: Uint8Array | null;
  readonly isTalk: boolean;
}

/** Unlike a pipe, a file can be read again through /dev/stdin and is never half written. */
export function inputOf(stdin: ProcessRequest["stdin"]): Input {
  if (typeof stdin === "string") return { path: null, bytes: Buffer.from(stdin), isTalk: false };
  if (stdin instanceof Uint8Array) return { path: null, bytes: stdin, isTalk: false };
  if (stdin === undefined) return { path: null, bytes: null, isTalk: false };
  return "path" in stdin ? { path: stdin.path, bytes: null, isTalk: false } : { path: null, bytes: null, isTalk: true };
}

interface Connected extends Pick<RunningChild, "pid" | "exit"> {
  readonly streams: readonly (Socket | null | undefined)[];
  /** All of its input. */
  readonly bytes: Uint8Array | null;
}

export function withSockets(
  { pid, exit, streams, bytes }: Connected,
  awaits: (isAwaited: boolean) => void,
): RunningChild {
  const [input, stdout, stderr] = streams;
  const sockets = streams.filter((socket) => socket !== null && socket !== undefined);
  // A program need not read its input.
  input?.on("error", () => {});
  if (bytes !== null) input?.end(bytes);
  return {
    pid,
    exit,
    input: bytes === null ? (input ?? null) : null,
    drain: async (to) => {
      await Promise.all([drain(stdout ?? [], to.stdout), drain(stderr ?? [], to.stderr)]);
    },
    cutOff: () => {
      for (const socket of sockets) socket.destroy();
    },
    awaits: (isAwaited) => {
      awaits(isAwaited);
      for (const socket of sockets) {
        if (isAwaited) socket.ref();
        else socket.unref();
      }
    },
  };
}
