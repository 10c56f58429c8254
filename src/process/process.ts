import type { MachineUse } from "../base/home/machine-use.ts";
import { duration } from "../base/text.ts";
import type { Writable } from "node:stream";
import type { Enclosure, Outside } from "./enclosure.ts";
import { unreachable } from "../base/error.ts";
import type { Confinement } from "./sandbox/sandbox.ts";

/** An argv, never a command line. Nothing is inherited: `env` is complete. */
export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** All of it, a file, or a pipe that stays open to talk. */
  readonly stdin?: string | Uint8Array | { readonly path: string } | { readonly onOpen: (talk: Talk) => void };
  readonly output: OutputPlan;
  readonly limits?: ProcessLimits;
  /** `contained`: also ends children that left the process group, where possible. */
  readonly tree: "group" | "contained";
  /** Absent: `work`. */
  readonly role?: ProcessRole;
}

/** How long it may run, and what it may touch. */
export interface ProcessLimits {
  readonly timeoutMs?: number;
  /** After this long without output or work; where work is not visible, output alone counts. */
  readonly idleMs?: number;
  /** If stdout stays empty this long. */
  readonly startMs?: number;
  /** Whether the output so far is a beginning; absent: any output is. */
  readonly hasBegun?: () => boolean;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  readonly cancel?: AbortSignal;
  /** Called with its use of the machine, measured while it runs, whenever a measurement has more. */
  readonly onUse?: (use: MachineUse) => void;
  /** For it and everything it starts. Where that can't be enforced, it is not started. */
  readonly confined?: Confinement;
  /** Where it runs; absent: on this machine. */
  readonly enclosure?: Enclosure;
  readonly outside?: Outside;
}

export interface Talk {
  readonly input: Writable;
  /** Whether this process has to stay alive for it. */
  awaits(isAwaited: boolean): void;
}

/**
 * When the conductor died first, `git`, which holds locks, may finish, and the others are ended. A `check` may run in a
 * namespace in which another one ran before, and left nothing alive.
 */
export type ProcessRole = "git" | "work" | "check";

/** Over the cap, output is dropped and counted: in memory its end, in files the middle (`KeptFile`). */
export type OutputPlan =
  | { readonly kind: "memory"; readonly capBytes: number; readonly cleaner?: () => Cleaner }
  /** stdout is passed on and not kept. */
  | { readonly kind: "heard"; readonly onChunk: (chunk: Buffer) => void; readonly capBytes: number }
  | {
      readonly kind: "files";
      readonly stdoutPath: string;
      /** Absent: both streams go into one file, as they come. */
      readonly stderrPath?: string;
      readonly capBytes: number;
      /** One for each stream. */
      readonly cleaner?: () => Cleaner;
      /** Whole lines without their ends, all of them before the run is over. */
      readonly onLine?: (stream: "stdout" | "stderr", line: string) => void;
      /** So many bytes of stdout more are in its file; whole lines among them have been handed to `onLine`. */
      readonly onKept?: (bytes: number) => void;
    };

/** Removes what must not be kept. May hold back what it can't judge yet. */
export interface Cleaner {
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

export interface ProcessEnd {
  readonly how: HowEnded;
  /** Empty in files mode. */
  readonly stdout: Buffer;
  /** In files mode the last bytes. */
  readonly stderr: Buffer;
  readonly droppedBytes: number;
  /** Without the time that the brake held it. */
  readonly durationMs: number;
  /** A child got away or would not die: it may still run. */
  readonly outlived?: true;
  /** Absent: not measured. */
  readonly use?: MachineUse;
  /** The system killed it for want of memory. Absent: no, or unknown. */
  readonly oom?: true;
}

export type HowEnded =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "idle" }
  | { readonly kind: "silent" }
  | { readonly kind: "cancelled" }
  /**
   * No such program, not executable, or its input or output could not be opened. `short`: the machine had no files or
   * processes left for longer than we wait.
   */
  | { readonly kind: "not-started"; readonly reason: string; readonly short?: true };

export type RunProcess = (request: ProcessRequest) => Promise<ProcessEnd>;

/** As the rest of a sentence. */
export function endWords({ how }: ProcessEnd, timeoutMs: number): string {
  switch (how.kind) {
    case "exited":
      return `exited ${String(how.code)}`;
    case "signalled":
      return `was ended by ${how.signal}`;
    case "timed-out":
      return `did not end within ${duration(timeoutMs)}`;
    case "idle":
    case "silent":
      return "printed nothing for too long";
    case "cancelled":
      return "was cancelled";
    case "not-started":
      return `could not be started: ${how.reason}`;
    default:
      return unreachable(how);
  }
}
