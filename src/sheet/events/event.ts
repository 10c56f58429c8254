import type { KnownCollision } from "../counts.ts";
import type { FallenMerge, MergeRule, TriedMerges } from "../merges.ts";
import type { MachineUse } from "../../base/home/machine-use.ts";
import type { IsolationLevel } from "../../score/plan/levels.ts";
import type { Preparation } from "../../score/plan/preparation.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { HoldReason, LandingLevel, Pull, SheetState } from "../state.ts";
import type { Drawn } from "./drawn.ts";
import type { Trouble } from "../trouble/trouble.ts";
import type { Usage } from "../cost/usage.ts";
import type { Verdict } from "../verdict.ts";

/** The events of a sheet. Each is one row of the journal; time and chance come in with it. */
export type SheetEvent =
  | {
      readonly kind: "started";
      readonly at: EpochMs;
      readonly attempt: number;
      readonly context: ContextId;
      readonly base: CommitSha;
      /** How many of its agents have handed over, where that is not what it was. */
      readonly agent?: number;
      readonly drawn?: Drawn;
      /** Its earlier work, carried over to the base by a merge. */
      readonly carried?: Carried;
    }
  | Placed
  | Prepared
  | Playing
  | Validating
  | Ended
  | {
      readonly kind: "landing";
      readonly at: EpochMs;
      readonly commit: CommitSha;
      readonly parent: CommitSha;
      readonly target: string;
      readonly level: LandingLevel;
      /** Git found a conflict; it was merged so. */
      readonly merge?: MergeRule & TriedMerges;
    }
  | { readonly kind: "landed"; readonly at: EpochMs; readonly commit: CommitSha }
  | Collided
  /** The intent to land is proven not to have come true; the sheet may try again. */
  | { readonly kind: "withdrawn"; readonly at: EpochMs; readonly why: string }
  /** `sides`: what both sides did, for the agent that is to do it again. */
  | {
      readonly kind: "conflicted";
      readonly at: EpochMs;
      readonly paths: readonly string[];
      readonly onto: CommitSha;
      readonly sides?: string | null;
      /** Merges that kept what both sides wrote, and failed their tests. */
      readonly fallen?: readonly FallenMerge[];
      /** Merges that were proposed and not tested: a sentence for each reason. */
      readonly untested?: readonly string[];
      /** Both sides, merged but for some regions: the next attempt continues from it. */
      readonly handover?: { readonly commit: CommitSha; readonly base: CommitSha; readonly regions: number };
    }
  /** The target turned out to have all of the sheet's change already: nothing is left to land. */
  | { readonly kind: "absorbed"; readonly at: EpochMs; readonly onto: CommitSha }
  /** Validations failed on the merged tree. */
  | {
      readonly kind: "rejected";
      readonly at: EpochMs;
      readonly verdict: Verdict;
      readonly onto: CommitSha;
      readonly chance: number;
    }
  | Interrupted
  /** `isDropped`: it had a result, and a person does not want it to land. */
  | { readonly kind: "cancelled"; readonly at: EpochMs; readonly capture: CommitSha | null; readonly isDropped?: true }
  | { readonly kind: "skipped"; readonly at: EpochMs; readonly why: string }
  /** A person asks for a sheet to be tried again, from the target or from a snapshot. */
  | {
      readonly kind: "retried";
      readonly at: EpochMs;
      readonly from?: Restored;
      /** By a rule, after a remedy: one attempt, also where its score allows no more. */
      readonly once?: true;
    }
  /**
   * A person has something to add: the next attempt goes on with the same work and, where the agent can, in the same
   * session.
   */
  | { readonly kind: "told"; readonly at: EpochMs; readonly text: string; readonly from?: Restored }
  /**
   * A pull request is about to be opened or updated with this commit. `ofFailed`: only to show what a sheet that failed
   * has left.
   */
  | {
      readonly kind: "proposing";
      readonly at: EpochMs;
      readonly branch: string;
      readonly commit: CommitSha;
      readonly ofFailed?: true;
    }
  | { readonly kind: "proposed"; readonly at: EpochMs; readonly pull: Pull; readonly commit: CommitSha }
  /** The words there have been heard up to here, and nothing has to be done. */
  | { readonly kind: "heard"; readonly at: EpochMs; readonly cursor: string }
  /** Its checks failed, a reviewer wants changes, or it can't be merged any more. */
  | {
      readonly kind: "returned";
      readonly at: EpochMs;
      readonly why: "checks" | "review" | "conflict";
      readonly text: string;
      readonly cursor: string | null;
    }
  /** The pull request was merged, as this commit. */
  | { readonly kind: "merged"; readonly at: EpochMs; readonly commit: CommitSha }
  | { readonly kind: "closed"; readonly at: EpochMs }
  /** A result that could land has to wait for a person's word all the same. */
  | { readonly kind: "held"; readonly at: EpochMs; readonly why: HoldReason }
  /** Of the results of sheets that compete, this one is to land. `usage`: of the agent that was asked; absent: none. */
  | { readonly kind: "chosen"; readonly at: EpochMs; readonly why: string; readonly usage?: Usage | null }
  /** Another sheet that it competes with has landed. */
  | { readonly kind: "outdone"; readonly at: EpochMs; readonly by: SheetId }
  /** A person lets a result land. */
  | { readonly kind: "approved"; readonly at: EpochMs }
  /**
   * A person judged, or worked on, what an attempt left: this is the result, with what its validations say of it now.
   */
  | Judged
  /** A person left the terminal of the sheet's agent, which said what it had used. */
  | Visited
  /** The database was lost: this is what git, the snapshots and the validations say of the sheet. */
  | { readonly kind: "inferred"; readonly at: EpochMs; readonly state: SheetState; readonly why: string };

/** Earlier work on top of what landed since. */
export interface Carried {
  readonly commit: CommitSha;
  /** Between conflict markers. */
  readonly regions: number;
}

/** The work of a sheet that runs changes the same places as that of another, or as what landed meanwhile. */
export interface Collided extends KnownCollision {
  readonly kind: "collided";
  readonly at: EpochMs;
  /** The words to its agent; absent: none. */
  readonly text?: string;
}

/** A snapshot that an attempt is to go on from, and what it was made on. */
export interface Restored {
  readonly commit: CommitSha;
  readonly base: CommitSha;
}

/** The attempt has its context: where it is, and whether it is the one that was asked for. */
export interface Placed {
  readonly kind: "placed";
  readonly at: EpochMs;
  readonly attempt: number;
  readonly context: ContextId;
  readonly base: CommitSha;
  readonly level: IsolationLevel;
  readonly path: string;
  /** Full name of the ref that the result gets besides landing. */
  readonly branch: string | null;
  /** Why it runs in place although it was to be isolated. */
  readonly fallback: string | null;
  /** Commands that prepare it, or preconditions, are to run yet. */
  readonly isUnready?: true;
  /** How it got what the checkout has and git does not; absent: there was nothing to give. */
  readonly prepared?: Preparation;
}

/** The commands and preconditions of a context are over, and its agent is about to start. */
export interface Prepared {
  readonly kind: "prepared";
  readonly at: EpochMs;
  readonly attempt: number;
}

/** The agent gave its first sign of life: only now it counts as started. */
export interface Playing {
  readonly kind: "playing";
  readonly at: EpochMs;
  readonly attempt: number;
  /** As the score calls it. */
  readonly agent: string;
  readonly model: string | null;
  /** To go on with where the agent can. */
  readonly session: string | null;
}

/** The result is captured, and its validations are about to run. */
export interface Validating {
  readonly kind: "validating";
  readonly at: EpochMs;
  readonly attempt: number;
}

export interface Visited {
  readonly kind: "visited";
  readonly at: EpochMs;
  readonly attempt: number;
  readonly usage: Usage;
}

export interface Judged {
  readonly kind: "judged";
  readonly at: EpochMs;
  readonly verdict: Verdict;
  readonly capture: CommitSha;
  readonly base: CommitSha;
  readonly changed: boolean;
}

/** The conductor ended while the attempt ran. */
export interface Interrupted {
  readonly kind: "interrupted";
  readonly at: EpochMs;
  readonly attempt: number;
  /** By a person (Ctrl-C), which costs nothing. */
  readonly asked: boolean;
  /** Its work by then; `null` when there is nothing to go on from. */
  readonly capture: CommitSha | null;
  /** Its usage by then; `null`: not known. Absent: its agent had not begun. */
  readonly usage?: Usage | null;
  /** Its agent's use of the machine; absent: not measured. */
  readonly use?: MachineUse;
}

export interface Ended {
  readonly kind: "ended";
  readonly at: EpochMs;
  readonly attempt: number;
  readonly end: AgentEnd;
  /** The trouble that kept the agent from ending well; `null` when there was none. */
  readonly trouble: Trouble | null;
  /** The agent's usage; `null`: not known. Absent: it was not run. */
  readonly usage?: Usage | null;
  /** Its last words, cut; `null` when it said nothing that is known to be its answer. */
  readonly words: string | null;
  readonly verdict: Verdict;
  /** The whole result as a commit; `null` only when there never was a context. */
  readonly capture: CommitSha | null;
  /** Whether the result differs from its base. */
  readonly changed: boolean;
  /** In [0, 1), for jitter. */
  readonly chance: number;
  readonly spent: Spent;
  /** Its agent's use of the machine; absent: not measured. */
  readonly use?: MachineUse;
  /** The files that the capture does not hold, path and reason; the list is cut, the count is not. */
  readonly leftOut: LeftOutSummary;
}

export interface LeftOutSummary {
  readonly count: number;
  readonly first: readonly string[];
  /** Some of it belongs to the result: landing the rest would not land the work. */
  readonly isIncomplete: boolean;
  /** Files of the result that were stored without the filter which their attributes name; absent: none. */
  readonly unfiltered?: readonly string[];
}

/** Where an attempt's time went. */
export interface Spent {
  readonly contextMs: number;
  readonly agentMs: number;
  readonly captureMs: number;
  readonly checksMs: number;
}

/** How an agent's run ended. */
export type AgentEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "idle"; readonly afterMs: number }
  /** It gave no sign of life. */
  | { readonly kind: "silent"; readonly afterMs: number }
  /** It would have waited long for a limit to end, so it was ended. */
  | { readonly kind: "limited" }
  /** It was ended because its sheet has cost what it may. */
  | { readonly kind: "over-budget"; readonly limitUsd: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not-started"; readonly detail: string }
  /** Its preconditions did not hold, so it was not run. */
  | { readonly kind: "not-met"; readonly failed: readonly string[] }
  /**
   * No context could be made for it. `isFault`: because of the machine, which was waited for as long as it is worth.
   * `isLasting`: only a person can change that, so nothing tries again.
   */
  | { readonly kind: "no-context"; readonly detail: string; readonly isFault?: true; readonly isLasting?: true }
  /** Its work could not be captured: it stays in its context, and no further attempt overwrites it. */
  | { readonly kind: "no-capture"; readonly detail: string };
