import type { CommitSha, EpochMs, JobId, SheetId } from "../base/ids.ts";

export interface QueueName {
  readonly repository: string;
  /** Full name of the ref. */
  readonly target: string;
}

export interface KeptQueue extends QueueName {
  readonly isPaused: boolean;
  readonly pausedAt: EpochMs | null;
  /** `job/sheet` each, in order. */
  readonly first: readonly string[];
}

/** A result that a person tries in a checkout, and the way back. */
export interface KeptTrial {
  readonly checkout: string;
  readonly path: string;
  readonly job: JobId;
  readonly sheet: SheetId;
  /** `branch: null`: detached. */
  readonly from: { readonly branch: string | null; readonly commit: CommitSha };
  readonly to: CommitSha;
  readonly at: EpochMs;
}
