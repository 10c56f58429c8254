import type { CommitSha, EpochMs, JobId, SheetId } from "../base/ids.ts";

/** Which queue. */
export interface QueueName {
  /** The common git folder of the user's repository. */
  readonly repository: string;
  /** Full name of the ref that results land on. */
  readonly target: string;
}

/** What a person said of the queue of one target. */
export interface KeptQueue extends QueueName {
  readonly isPaused: boolean;
  /** `null` while it is not paused. */
  readonly pausedAt: EpochMs | null;
  /** Results that go before all others, `job/sheet` each, the first of them first. */
  readonly first: readonly string[];
}

/** A result that a person looks at in a checkout of their own, and where to go back from there. */
export interface KeptTrial {
  /** The git folder of the checkout. */
  readonly checkout: string;
  /** Top of the checkout. */
  readonly path: string;
  readonly job: JobId;
  readonly sheet: SheetId;
  /** What HEAD was: a branch by its full name, or `null` when it was detached; and the commit. */
  readonly from: { readonly branch: string | null; readonly commit: CommitSha };
  /** The commit that was made of the result. */
  readonly to: CommitSha;
  readonly at: EpochMs;
}
