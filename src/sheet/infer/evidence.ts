import type { CommitSha, ContextId } from "../../base/ids.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { LandingLevel } from "../state.ts";
import type { Verdict } from "../verdict.ts";

/** The traces of one sheet outside the database. */
export interface SheetEvidence {
  readonly sheet: SheetPlan;
  /**
   * The highest number of an attempt that anything bears: contexts and refs are named by it, so the next one has to be
   * higher. 0: nothing does.
   */
  readonly attempts: number;
  readonly landing: LandingEvidence | null;
  /** The newest snapshot of its work, and the one that its last attempt ended with. */
  readonly newest: Work | null;
  readonly result: JudgedWork | null;
  /** Where its last attempt ran, and whether that is still there. */
  readonly context: { readonly id: ContextId; readonly stands: boolean };
  /** It worked in the user's own folder: nothing of it lands. */
  readonly isInPlace: boolean;
}

export interface LandingEvidence {
  readonly commit: CommitSha;
  readonly attempt: number;
  readonly level: LandingLevel;
  /** The branch that has it, or had it when its receipt was written. */
  readonly branch: string;
  /** False when only the receipt has the landing: it was taken out since. */
  readonly isThere: boolean;
}

/** A snapshot as far as going on from it needs to know it. */
export interface Work extends Taken {
  /** Whether it differs from its base. */
  readonly changed: boolean;
}

export interface Taken {
  readonly number: number;
  readonly attempt: number;
  readonly why: string;
  readonly commit: CommitSha;
  readonly base: CommitSha;
}

export interface JudgedWork extends Work {
  /** The verdict of its validations now; `null` when they could not be run to their end. */
  readonly verdict: Verdict | null;
  /** Whether nothing that belongs to the result had to be left out of the snapshot. */
  readonly isComplete: boolean;
}

/**
 * The snapshot that has the newest work. A context of an earlier attempt may have been captured last, so the attempt
 * comes first.
 */
export function newestOf<T extends Taken>(taken: readonly T[]): T | null {
  let newest: T | null = null;
  for (const one of taken) if (newest === null || isNewer(one, newest)) newest = one;
  return newest;
}

/**
 * The snapshot that the last attempt ended with; `null` where that can't be told. One that was taken because the agent
 * was cut off, or while it worked, may pass its validations and be half of the work all the same.
 */
export function resultOf<T extends Taken>(taken: readonly T[], attempts: number): T | null {
  return newestOf(taken.filter(({ attempt, why }) => attempt === attempts && (why === "end" || why === "time-out")));
}

function isNewer(one: Taken, other: Taken): boolean {
  return one.attempt === other.attempt ? one.number > other.number : one.attempt > other.attempt;
}
