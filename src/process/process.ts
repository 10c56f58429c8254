import type { Writable } from "node:stream";
import { unreachable } from "../base/error.ts";

/** One program to run: an argv, never a command line. Nothing is inherited: `env` is complete. */
export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** All of it, a file, or a pipe that stays open: whoever wants to talk gets it when the program runs. */
  readonly stdin?: string | Uint8Array | { readonly path: string } | { readonly onOpen: (talk: Talk) => void };
  readonly output: OutputPlan;
  readonly timeoutMs?: number;
  /**
   * End it when for this long it neither printed anything nor worked; where its work can't be seen, output alone
   * counts.
   */
  readonly idleMs?: number;
  /** End it when nothing came on stdout within this time. */
  readonly startMs?: number;
  /** Whether what came on stdout by now is a beginning; absent: whatever came is. */
  readonly hasBegun?: () => boolean;
  /** Between the polite signal and the last one. */
  readonly graceMs?: number;
  /** `contained`: also children that left the process group are ended, where the system allows. */
  readonly tree: "group" | "contained";
  readonly cancel?: AbortSignal;
  /**
   * What to do with it when the conductor died before it: `git` holds locks and is let finish, `work` (the default) is
   * ended.
   */
  readonly role?: ProcessRole;
}

/** The open input of a running program. */
export interface Talk {
  readonly input: Writable;
  /** Whether this process has to stay alive for it. */
  awaits(isAwaited: boolean): void;
}

export type ProcessRole = "git" | "work";

/**
 * Where output goes: kept in memory, or written to files as it comes. What is over the cap is dropped and counted: in
 * memory the end of it, in files the middle (`KeptFile`).
 */
export type OutputPlan =
  | { readonly kind: "memory"; readonly capBytes: number; readonly cleaner?: () => Cleaner }
  /** What comes on stdout is handed on and not kept; of stderr as much as the cap says. */
  | { readonly kind: "heard"; readonly onChunk: (chunk: Buffer) => void; readonly capBytes: number }
  | {
      readonly kind: "files";
      readonly stdoutPath: string;
      readonly stderrPath: string;
      readonly capBytes: number;
      /** One for each stream: what it gives is what is written, kept and read as lines. */
      readonly cleaner?: () => Cleaner;
      /** Whole lines as they come, without their ends, the last one too; all of them before the run is over. */
      readonly onLine?: (stream: "stdout" | "stderr", line: string) => void;
    };

/** Takes out of a stream what must not be kept. It may hold back what it can't judge yet. */
export interface Cleaner {
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

export interface ProcessEnd {
  readonly how: HowEnded;
  /** Complete (up to the cap) in memory mode; empty in files mode. */
  readonly stdout: Buffer;
  /** Complete (up to the cap) in memory mode; the last bytes in files mode. */
  readonly stderr: Buffer;
  readonly droppedBytes: number;
  /** Without the time for which the brake held it. */
  readonly durationMs: number;
  /** Something it started got away, or would not die: it may still be running. */
  readonly outlived?: true;
  /** The system killed it, for want of memory. Absent: it did not, or nobody can tell. */
  readonly oom?: true;
}

export type HowEnded =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "idle" }
  /** Nothing came on stdout in the time it had to start. */
  | { readonly kind: "silent" }
  | { readonly kind: "cancelled" }
  /**
   * There is no such program, it may not be run, or its input or output could not be opened. `short`: nothing is wrong
   * with it; the machine had no files or processes left, for longer than we wait.
   */
  | { readonly kind: "not-started"; readonly reason: string; readonly short?: true };

/** How the rest of Tutti runs programs; the composition root decides what is behind it. */
export type RunProcess = (request: ProcessRequest) => Promise<ProcessEnd>;

/** How a process came to its end, as the rest of a sentence about it. */
export function endWords({ how }: ProcessEnd, timeoutMs: number): string {
  switch (how.kind) {
    case "exited":
      return `exited ${String(how.code)}`;
    case "signalled":
      return `was ended by ${how.signal}`;
    case "timed-out":
      return `did not end within ${String(timeoutMs / 1000)} s`;
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
