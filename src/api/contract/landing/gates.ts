import type { CommitSha, EpochMs } from "../../../base/ids.ts";

/** The requirements that results must meet before they land on a target. */
export interface GatesView {
  readonly repository: string;
  /** Full name of the target's ref, and the commit whose file was read. */
  readonly target: string;
  readonly commit: string;
  /** In the order in which they are run. */
  readonly gates: readonly GateView[];
  /** How the folders that they run in are made ready, a sentence each, as the job's score or the settings say. */
  readonly prepare: readonly string[];
  /** Globs: a result that changes such a path lands only by a person's word. */
  readonly protectedPaths: readonly string[];
  /** The results that wait for them on this target, as `queue.list` has them. */
  readonly queue: QueueSummary;
  readonly quarantine: readonly QuarantineView[];
  readonly hooks: HooksView;
  /** Further facts, a sentence each. */
  readonly notes: readonly string[];
}

export interface QueueSummary {
  readonly isPaused: boolean;
  readonly pausedAt: EpochMs | null;
  /** Results in the line. */
  readonly waiting: number;
  /** Results that wait for a person's word. */
  readonly held: number;
  /** Why results in the line do not go on, each reason once: such as a gate that fails on the target itself. */
  readonly stopped: readonly string[];
}

export interface GateView {
  readonly name: string;
  /** As a line that people read. */
  readonly run: string;
  readonly quick: string | null;
  readonly timeoutMs: number;
  readonly files: readonly string[];
  /** The target's own file, or a score. */
  readonly from: "target" | "score";
  /**
   * Whose score says so: of the job that was named, else of every unfinished one that lands there. None where the
   * target says so.
   */
  readonly jobs: readonly string[];
}

/** A gate that failed and passed on one tree, and is tried more often for a while. */
export interface QuarantineView {
  readonly gate: string;
  readonly digest: string;
  readonly since: EpochMs;
  readonly flakes: number;
  readonly runs: number;
  /** Runs in a row that passed at once; with twenty it is out. */
  readonly clean: number;
  readonly last: { readonly at: EpochMs; readonly tree: string; readonly failed: string; readonly passed: string };
}

/** The user's own hooks, which no landing runs, and how they would be written as gates. */
export interface HooksView {
  readonly found: readonly {
    readonly hook: string;
    readonly by: string;
    readonly path: string;
    readonly note: string;
    readonly isGate: boolean;
  }[];
  readonly lines: readonly string[];
}

/** The gates' verdicts on the target as it is. */
export interface GateCheck {
  readonly target: string;
  readonly commit: string;
  readonly tree: string;
  readonly passed: boolean;
  /** Up to the first that fails. */
  readonly reports: readonly CheckedGate[];
  /** Those behind it. */
  readonly notRun: readonly string[];
}

export interface CheckedGate {
  readonly name: string;
  readonly passed: boolean;
  readonly isFlaky: boolean;
  readonly isCached: boolean;
  readonly ms: number;
  readonly at: EpochMs;
  readonly reason: string;
  /** Files with what it printed; none where it was not run now. */
  readonly logs: readonly string[];
}

/** The verdicts of commands that are no gates yet. */
export interface CommandTrial {
  /** Full name of the ref, and its commit. */
  readonly target: string;
  readonly commit: CommitSha;
  readonly reports: readonly {
    readonly name: string;
    readonly run: string;
    readonly passed: boolean;
    /** Why not, with an excerpt of its output. */
    readonly reason: string;
    readonly ms: number;
    /** The file with all that it printed. */
    readonly log: string | null;
  }[];
}
