import type { JobId } from "../base/ids.ts";

export interface VerifyRequest {
  /** None: every landing in the folder's repository. */
  readonly job: JobId | undefined;
  readonly folder: string;
  /** Every landing has to have a good signature, whether its score asked for one or not. */
  readonly signatures?: boolean | undefined;
  /** Every object that a landing brought is read and compared with its name. */
  readonly deep?: boolean | undefined;
}

/** What git says about landings. */
export interface VerifyReport {
  readonly landings: readonly VerifiedLanding[];
  readonly missing: readonly MissingLanding[];
}

/**
 * A sheet recorded as landed that git does not show on its target. `isThere`: the commit is there, and is no landing of
 * the sheet's.
 */
export interface MissingLanding {
  readonly job: string;
  readonly sheet: string;
  readonly commit: string;
  readonly isThere?: true;
}

export interface VerifiedLanding {
  readonly job: string;
  readonly sheet: string;
  /** The last of its commits. */
  readonly commit: string;
  /** All that carry its trailers, oldest first: several where an agent's own commits were kept. */
  readonly commits: readonly string[];
  /** How it was validated, as it says itself. */
  readonly level: string;
  readonly outcome: VerifyOutcome;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /**
   * What could not be checked because it is not here: `receipt` and `capture`, as in a plain clone, or the key to a
   * `signature`.
   */
  readonly absent: readonly string[];
  /** Of what landed in part: what holds. */
  readonly holds?: { readonly passed: number; readonly of: number; readonly fixed: number; readonly remaining: number };
  /** Its change is not on the target any more, or only some of it. */
  readonly undone?: UndoneView;
}

/**
 * `proven`: its receipt fits, and this home has its capture, or the record of this very commit. `consistent`: its
 * receipt fits, and nothing here can prove it. `claimed`: by its trailers only. `doubted`: something does not hold.
 */
export type VerifyOutcome = "proven" | "consistent" | "claimed" | "doubted";

export interface UndoneView {
  /** The commit that took it out; `null`: too much happened since to tell. */
  readonly by: string | null;
  /** That commit says so, as those of `git revert` and `tutti undo` do. */
  readonly isSaid: boolean;
  /** Its files are gone, and were there before it too: they were deleted, not put back. */
  readonly isRemoval: boolean;
  readonly paths: readonly string[];
  /** How many paths the landing changed. */
  readonly of: number;
}
