import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";

/**
 * `unknown`: no record tells what became of it, so it may be somebody's only copy. `done`: its result is where it
 * belongs.
 */
export type ContextOutcome = "live" | "paused" | "failed" | "done" | "unknown";

/** One context as clean-up sees it. */
export interface ContextItem {
  readonly id: ContextId;
  readonly path: string;
  readonly job: JobId;
  /** `null` for one that all sheets of its job share. */
  readonly sheet: SheetId | null;
  readonly outcome: ContextOutcome;
  /** What it takes on the disk, artefacts included. */
  readonly bytes: number;
  /** What of it git ignores: it can be made again, and no capture has it. */
  readonly artefactBytes: number;
  readonly lastUsedAt: EpochMs;
  readonly isLocked: boolean;
}

/** A destroyed context that is still on the disk. */
export interface TrashItem {
  readonly name: string;
  readonly bytes: number;
  readonly trashedAt: EpochMs;
}
