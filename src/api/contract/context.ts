import type { CommitSha, ContextId, EpochMs, JobId } from "../../base/ids.ts";

export interface LockView {
  readonly why: string;
  /** `null` when it names none. */
  readonly pid: number | null;
  readonly owner: "alive" | "dead" | "unknown";
}

/** A context of Tutti's. Field names are stable. */
export interface ContextRow {
  readonly id: ContextId;
  readonly level: string;
  readonly path: string;
  readonly branch: string | null;
  readonly job: JobId;
  /** `null`: all sheets of the job share it. */
  readonly sheet: string | null;
  readonly attempt: number;
  /** `gone`: its folder is not there any more. */
  readonly state: "in use" | "locked" | "idle" | "gone";
  readonly lock: LockView | null;
  /** Processes that work in it; `null` where that can't be told. */
  readonly users: readonly number[] | null;
  /** `null` for one that works in the user's own folder. */
  readonly bytes: number | null;
  readonly madeAt: EpochMs;
  readonly usedAt: EpochMs | null;
}

export interface ContextDetail extends ContextRow {
  readonly base: CommitSha;
  readonly fallback: string | null;
  readonly repository: string;
  readonly store: string;
  /** The newest snapshot of its sheet. */
  readonly snapshot: { readonly ref: string; readonly commit: CommitSha; readonly at: EpochMs } | null;
}

/** A work tree of the user's repository, made by any program. */
export interface WorktreeRow {
  readonly path: string;
  readonly isMain: boolean;
  /** Full ref name; `null` when detached. */
  readonly branch: string | null;
  readonly head: string | null;
  readonly link: string;
  readonly lock: LockView | null;
  readonly bytes: number | null;
  readonly usedAt: EpochMs | null;
}

export interface ContextList {
  readonly contexts: readonly ContextRow[];
  readonly worktrees: readonly WorktreeRow[];
}

export interface StrayRequest {
  readonly folder: string;
  /** Folders to search for clones and for worktrees that git lost; `null`: where tools usually put them. */
  readonly search: readonly string[] | null;
  /** Only these; `null`: all. */
  readonly paths: readonly string[] | null;
  readonly isForced: boolean;
}

export interface StrayRow {
  /** Of its snapshots; also names it for `adopt`. */
  readonly name: string;
  readonly path: string | null;
  readonly kind: "worktree" | "clone";
  readonly link: string;
  readonly branch: string | null;
  readonly head: string | null;
  readonly lock: LockView | null;
  readonly ownCommits: number | null;
  readonly changed: number | null;
  readonly untracked: number | null;
  readonly staged: number | null;
  readonly ignored: number | null;
  readonly ignoredFiles: IgnoredView;
  /** Files that no capture can hold, as far as a look can tell; `null`: it can't. */
  readonly onlyHere: readonly string[] | null;
  readonly bytes: number;
  readonly usedAt: EpochMs | null;
  readonly users: readonly number[] | null;
  /** Why it would not be taken; `null` when it would. */
  readonly stays: string | null;
}

/** Files that git ignores in a stray: small ones that are captured all the same, and the others. */
export interface IgnoredView {
  readonly kept: readonly string[];
  readonly left: readonly string[];
}

export interface StrayList {
  readonly repository: string;
  readonly strays: readonly StrayRow[];
  /** Not every folder could be looked at. */
  readonly isCut: boolean;
}

export interface StrayOutcome {
  readonly name: string;
  readonly path: string | null;
  /** `null` when it had no files, or could not be captured. */
  readonly snapshot: string | null;
  readonly commits: number;
  /** Its name in `snapshots` and `restore`, with `--job adopted`. */
  readonly sheet: string;
  /** Ignored files, and the commit in Tutti's store that has those that were taken. */
  readonly ignored: IgnoredView & { readonly commit: string | null };
  readonly removed: boolean;
  /** Where it lies now, or why it stays. */
  readonly trash: string | null;
  readonly stays: string | null;
}

/** The outcome for one context. */
export interface ContextOutcome {
  readonly id: string;
  readonly path: string;
  readonly removed: boolean;
  /** The ref that has its content, in Tutti's store. */
  readonly snapshot: string | null;
  readonly store: string | null;
  readonly bytes: number | null;
  /** Why it stays. */
  readonly stays: string | null;
}

export type Unlocking =
  | { readonly kind: "unlocked"; readonly lock: LockView }
  | { readonly kind: "not-locked" }
  | { readonly kind: "refused"; readonly lock: LockView };

export interface PruneItem {
  readonly id: string;
  /** Where its folder was. */
  readonly path: string | null;
  /** Whether the notes are Tutti's own or those of git in the user's repository. */
  readonly of: "tutti" | "repository";
  /** Why it would stay all the same. */
  readonly stays: string | null;
}

export interface CleanRequest {
  readonly olderThanDays: number | null;
  readonly maxContexts: number | null;
  readonly maxBytes: number | null;
  /** All the trash, of any age. */
  readonly allTrash: boolean;
}

/** The last four are about records: of a job in the journal, its logs, answers to keys, the conductor's own rows. */
export const cleanKinds = [
  "empty-trash",
  "drop-artefacts",
  "remove-context",
  "drop-history",
  "drop-logs",
  "drop-answers",
  "drop-notes",
] as const;

export interface CleanStep {
  readonly kind: (typeof cleanKinds)[number];
  /** A context's or a job's id, or a name in the trash. */
  readonly name: string;
  readonly bytes: number;
  readonly why: string;
}

export interface CleanPlan {
  readonly steps: readonly CleanStep[];
  /**
   * Contexts that the rules would remove, but that hold files which no snapshot can hold: they stay, with the reason.
   */
  readonly stuck: readonly { readonly name: string; readonly why: string }[];
  /** Contexts that stay: no rule speaks against them, or they are stuck. */
  readonly stays: number;
}

export interface CleanOutcome {
  readonly step: CleanStep;
  readonly freed: number;
  /** The error, or the reason why it stays. */
  readonly problem: string | null;
}

export interface ArchivePlan {
  readonly job: JobId;
  readonly status: string;
  /** Why it can't be archived now. */
  readonly refused: string | null;
  readonly contexts: readonly ContextRow[];
  readonly trash: readonly string[];
  /** Snapshots that `forget` would delete. */
  readonly snapshots: number;
}

export interface ArchiveOutcome {
  readonly job: JobId;
  readonly contexts: readonly ContextOutcome[];
  readonly freed: number;
  /** Refs that were deleted; empty without `forget`. */
  readonly forgotten: readonly string[];
  /** False when something of it had to stay: then it is not hidden. */
  readonly archived: boolean;
}
