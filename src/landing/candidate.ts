import type { CommitSha } from "../base/ids.ts";
import type { SheetPlan } from "../score/plan.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Verdict } from "../sheet/verdict.ts";

/** A result that met its definition of done, safe on a ref, and waits to land. */
export interface Candidate {
  readonly sheet: SheetPlan;
  readonly attempt: number;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly verdict: Verdict;
  /** The commit it was already meant to land as, when the journal has an intent whose end it does not know. */
  readonly intent: CommitSha | null;
}

/** A candidate as a commit on top of another, in Tutti's store; nothing has moved yet. */
export interface Stacked {
  readonly candidate: Candidate;
  readonly commit: CommitSha;
  readonly parent: CommitSha;
  readonly level: LandingLevel;
  /** Its validations have yet to run on this tree, or it may not land as what its level claims. */
  readonly isToCheck: boolean;
}
