import type { ConnectOptions } from "./connect.ts";

/** One piece of work for one agent. */
export interface ExecuteTask {
  readonly prompt: string;
  /** Default: that of the options. */
  readonly agent?: string;
  /** Only with an agent. */
  readonly model?: string;
  /** Commands that must succeed on the result, besides those of the options. */
  readonly validations?: readonly string[];
  /** Limit of each attempt; default: that of the options. */
  readonly timeoutMs?: number;
}

/** What became of a task. */
export interface TaskResult {
  /** Its place among the tasks, from 0. */
  readonly index: number;
  /** Whether its result is where it was to be: landed, proposed, or there was nothing to change. */
  readonly ok: boolean;
  /** `waiting`: its job came to rest before it, and `why` says so; `tutti resume JOB` goes on. */
  readonly status: "landed" | "proposed" | "done" | "failed" | "cancelled" | "waiting";
  /** Why it is not ok. */
  readonly why: string | null;
  /** On the target. */
  readonly commit: string | null;
  /** What a task that did not land left, as a commit in Tutti's store. */
  readonly kept: string | null;
  readonly agent: string;
  readonly attempts: number;
  /** As far as agents tell it; `null`: none did. */
  readonly costUsd: number | null;
  /** For `tutti status`, `tutti logs` and `tutti diff`. */
  readonly job: string;
  readonly sheet: string;
}

/** An `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface ExecuteOptions extends Pick<ConnectOptions, "home" | "start" | "notice"> {
  /** In the repository to work on; default: the current one. */
  readonly folder?: string;
  /** How many tasks run at once, 1 to 32; default: 4. */
  readonly workers?: number;
  /** Default: the setting `agents.default`. */
  readonly agent?: string;
  readonly model?: string;
  /** Agents that take over, in this order. */
  readonly fallbacks?: readonly string[];
  /** Commands that must succeed on every result; default: the setting `task.validations`. */
  readonly validations?: readonly string[];
  /** Another agent has to approve of every result: its name, or `true` for one that did not do the work. */
  readonly review?: string | boolean;
  /** The branch to land on; default: the one that is checked out. */
  readonly target?: string;
  /** Limit of each attempt. */
  readonly timeoutMs?: number;
  /** How often a task is tried; default: as in scores. */
  readonly attempts?: number;
  readonly maxCostUsd?: number;
  /** Of the job. */
  readonly name?: string;
  /** Cancels what has not landed. */
  readonly signal?: Cancellation;
  /** An attempt of a task begins. */
  readonly onStart?: (index: number) => unknown;
  /** A task is over; called once for each, in the order they end. */
  readonly onEnd?: (result: TaskResult) => unknown;
}
