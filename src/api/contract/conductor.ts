import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { PoolFigures } from "../../base/home/pool-figures.ts";
import type { EpochMs, JobId, SheetId } from "../../base/ids.ts";

export interface Hello {
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
  readonly isIdle: boolean;
}

export interface ConductorStatus {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  readonly home: string;
  readonly socket: string | null;
  readonly epoch: number;
  readonly startedAt: EpochMs;
  readonly upMs: number;
  readonly isStopping: boolean;
  readonly jobs: { readonly playing: number; readonly paused: number; readonly all: number };
  readonly sheets: { readonly running: number; readonly limit: number };
  readonly clients: { readonly connections: number; readonly subscribers: number };
  /** Why no sheet may start now; `null` when one may. */
  readonly held: string | null;
  /** The trouble with the disk that contexts lie on; `null` when there is room. */
  readonly disk: DiskTrouble | null;
  readonly memory: { readonly rssBytes: number; readonly heapBytes: number };
  readonly pool: PoolFigures;
  readonly machine: MachineView;
  /** Accounts, or their use of a model, to which nothing is sent now. */
  readonly limits: readonly LimitView[];
  readonly position: number;
}

export interface MachineView {
  readonly cores: number;
  /** Of the last minute: as many as there are cores is busy. */
  readonly load: number;
  readonly memoryBytes: number;
  /** Without pushing others out; `null`: unknown. */
  readonly availableBytes: number | null;
}

export interface LimitView {
  readonly account: string;
  /** `waits`: nothing is wrong with it, and its limits or a setting keep sheets waiting. */
  readonly why: "limit" | "quota" | "stopped" | "faults" | "waits";
  /** `null`: until a person has seen to it, or, with `waits`, until one comes back. */
  readonly until: EpochMs | null;
  readonly detail: string;
}

export interface Health {
  readonly healthy: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
  /** Of the event loop since the last question, in milliseconds. */
  readonly stall: { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };
}

/** One setting, what it is and who said so. */
export interface ConfigRow {
  readonly key: string;
  readonly value: string | number | boolean | null | readonly string[];
  /** `built-in`, `user`, `project`, `environment` or `flag`. */
  readonly origin: string;
  /** The file, the variable or the option. */
  readonly where: string | null;
}

/** The commands that a conductor ran while a trace was on. */
export interface Trace {
  /** Of this trace: given to end it. */
  readonly number: number;
  /** Those that have ended; times since 1970 in milliseconds, with fractions. */
  readonly processes: readonly TracedRun[];
  /** Processor time of the conductor's main thread, counted from the begin. */
  readonly cpu: readonly { readonly at: number; readonly cpuMs: number }[];
  /** Processes that there was no room for. */
  readonly dropped: number;
}

export interface TracedRun {
  /** The program's name, with the subcommand for git. */
  readonly what: string;
  readonly pid: number;
  readonly job: JobId | null;
  /** `null`: for none in particular. */
  readonly sheet: SheetId | null;
  readonly at: number;
  readonly ms: number;
}
