import type { EpochMs, JobId } from "../../base/ids.ts";
import type { PromiseReport } from "../../sheet/promises.ts";

export interface LandingRow {
  readonly job: JobId;
  readonly sheet: string;
  readonly commit: string;
  readonly level: string;
  readonly target: string | null;
}

export interface VerifyRequest {
  /** None: every landing in the folder's repository. */
  readonly job?: JobId | undefined;
  readonly folder: string;
  /** Every landing has to have a good signature, whether its score asked for one or not. */
  readonly signatures?: boolean | undefined;
  /** Every object that a landing brought is read and compared with its name. */
  readonly deep?: boolean | undefined;
}

/** Git's record of landings. */
export interface VerifyReport {
  readonly landings: readonly VerifiedLanding[];
  readonly missing: readonly MissingLanding[];
  /** How many promises of a job held when it ended, by the receipts of jobs' ends. */
  readonly ends: readonly VerifiedEnd[];
}

export interface VerifiedEnd {
  readonly job: string;
  /** `claimed`: only the journal of this home says so; its receipt is missing. */
  readonly outcome: VerifyOutcome;
  readonly problems: readonly string[];
  /** The content of the receipt; `null` where it is damaged. */
  readonly promises: PromiseReport | null;
  readonly at: EpochMs | null;
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
   * The parts that could not be checked because they are not here: `receipt` and `capture`, as in a plain clone, or the
   * key to a `signature`.
   */
  readonly absent: readonly string[];
  /** Of what landed in part: what holds. */
  readonly holds?: { readonly passed: number; readonly of: number; readonly fixed: number; readonly remaining: number };
  /** Validations that failed on its tree before they passed there (remedy H09), as its receipt says. */
  readonly flaky?: readonly string[];
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
  /** The commit itself says so, as those of `git revert` and `tutti undo` do. */
  readonly isSaid: boolean;
  /** Its files are gone, and were there before it too: they were deleted, not put back. */
  readonly isRemoval: boolean;
  readonly paths: readonly string[];
  /** How many paths the landing changed. */
  readonly of: number;
}

/** A pull request of a sheet that is not decided yet. */
export interface PullRow {
  readonly job: JobId;
  readonly sheet: string;
  readonly title: string;
  readonly number: number;
  /** For people. */
  readonly url: string;
  /** The branch it is made from. */
  readonly branch: string;
  /** `open`: others have to decide. `returned`: it was sent back, and its sheet is at work again. */
  readonly state: "open" | "returned";
  /** How often it was sent back. */
  readonly returns: number;
}

/** The same as its server has it at this moment. */
export interface PullLook extends PullRow {
  /** `null` when it could not be asked. */
  readonly now: {
    readonly state: "open" | "merged" | "closed";
    readonly checks: "none" | "pending" | "passed" | "failed";
    readonly changesRequested: boolean;
    readonly mergeable: "yes" | "conflict" | "unknown";
  } | null;
  /** The effect on the sheet; `null`: nothing yet. `heard`: a remark arrived that asks for nothing. */
  readonly outcome: "merged" | "closed" | "returned" | "heard" | null;
  /** Why it is sent back, or why it could not be looked at, as a sentence. */
  readonly why: string | null;
}

export interface PullsSync {
  readonly pulls: readonly PullLook[];
  /** Jobs that go on because of it, each with the journal's position right before that. */
  readonly resumed: readonly { readonly job: JobId; readonly position: number }[];
}

/** Which live sheets collide, as far as their snapshots tell. */
export interface RadarView {
  readonly sheets: readonly RadarSheet[];
  readonly collisions: readonly RadarCollision[];
  /** Those that touch the same files, and merge all the same. */
  readonly meetings: readonly RadarMeeting[];
  /** Those that could not be merged to find out, each with the reason. */
  readonly unjudged: readonly (RadarPair & { readonly why: string })[];
  /** An order to land in with few conflicts: the fewer a sheet collides with, the earlier. */
  readonly order: readonly RadarName[];
  /** How many there are beyond those that are listed; `pairs` were too many to be merged in one look. */
  readonly more: {
    readonly collisions: number;
    readonly meetings: number;
    readonly unjudged: number;
    readonly pairs: number;
  };
}

export interface RadarName {
  readonly job: string;
  readonly sheet: string;
}

export interface RadarSheet extends RadarName {
  /** `running`, `captured`, `landing` or `waiting`. */
  readonly state: string;
  /** Full name of the ref it is to land on. */
  readonly target: string;
  /**
   * The source of its work: its newest snapshot, its result, or work of an earlier attempt; `null`: nothing, for the
   * reason that `why` gives.
   */
  readonly from: "snapshot" | "capture" | "kept" | null;
  readonly why: string | null;
  /** When that was taken. */
  readonly at: EpochMs | null;
  readonly files: number | null;
}

export interface RadarPair {
  readonly left: RadarName;
  /** `null`: the target of the other. */
  readonly right: RadarName | null;
  /** Since when both are as they are now: no later than this they came to be what they are to each other. */
  readonly since: EpochMs;
}

export type CollisionKind =
  | "same lines"
  | "both added"
  | "edit against delete"
  | "rename"
  | "folder renamed"
  | "file against folder"
  | "binary"
  | "file type"
  | "submodule"
  | "other";

export interface RadarCollision extends RadarPair {
  /** The first few, fit for a line. */
  readonly at: readonly { readonly kind: CollisionKind; readonly path: string }[];
  /** How many there are in all. */
  readonly paths: number;
}

export interface RadarMeeting extends RadarPair {
  readonly at: readonly string[];
  readonly paths: number;
}
