import type { Held } from "./queue.ts";
import type { FileView } from "../sheet.ts";
import type { CommitSha, EpochMs, JobId } from "../../../base/ids.ts";
import type { Spending } from "../../../sheet/cost/usage.ts";

export interface ReviewView {
  /** Oldest job first, in the order of the score. */
  readonly items: readonly ReviewItem[];
  /** The trial in the caller's checkout. */
  readonly trial: TrialView | null;
}

/** A result that waits for a person's word. */
export interface ReviewItem {
  readonly job: JobId;
  readonly sheet: string;
  readonly title: string;
  readonly attempt: number;
  readonly agent: string;
  readonly model: string | null;
  readonly cost: Spending;
  /** Full name of the ref that it would land on. */
  readonly target: string;
  readonly held: Held;
  /** Why it waits, as a sentence. */
  readonly why: string;
  readonly since: EpochMs | null;
  readonly validations: readonly { readonly description: string; readonly passed: boolean; readonly reason: string }[];
  /**
   * Facts to know before it lands, a sentence each: it changes the rules that judge it, or leaves a file of gates that
   * is not valid.
   */
  readonly flags: readonly string[];
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly files: readonly FileView[];
  /** How many more files there are than are listed. */
  readonly moreFiles: number;
  readonly insertions: number;
  readonly deletions: number;
  /** Places that it and its target changed in different ways since its base; only in `review.show`. */
  readonly conflicts?: readonly ConflictView[];
  /** Its change, as a patch; only in `review.show`. */
  readonly text: string | null;
  /** How much of that was too long to be given. */
  readonly droppedBytes: number;
}

/** A file that a result and its target changed, with the places where they differ, as all three sides have them. */
export interface ConflictView {
  readonly path: string;
  readonly regions: readonly {
    /** Of the target's file, from 1. */
    readonly line: number;
    readonly base: readonly string[];
    /** Of the target. */
    readonly ours: readonly string[];
    /** Of the result. */
    readonly theirs: readonly string[];
  }[];
}

/** A result in a checkout of the user's. */
export interface TrialView {
  readonly job: JobId;
  readonly sheet: string;
  /** Top of the checkout. */
  readonly path: string;
  /** The commit that the checkout stands at, or is to. */
  readonly commit: CommitSha;
  /** Where it goes back to: a branch by its full name, else a commit. */
  readonly from: { readonly branch: string | null; readonly commit: CommitSha };
  readonly at: EpochMs;
}

export interface BackView {
  readonly path: string;
  /** Where the checkout stands now. */
  readonly branch: string | null;
  readonly commit: CommitSha;
  /** False when it stood there already, or somewhere else of its user's choice. */
  readonly moved: boolean;
}
