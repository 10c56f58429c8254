import type { CommitSha, ContextId, EpochMs } from "../base/ids.ts";
import type { Verdict } from "./verdict.ts";

/**
 * What a sheet is at one moment. Only `decide` makes the next one.
 *
 *   waiting ─started─▶ running ─ended─▶ captured ─landing─▶ landing ─landed─▶ landed
 *      ▲                  │                 │  ▲               │
 *      └── retry, park, ──┘◀── conflicted ──┘  └── withdrawn ──┘
 *          complete             rejected
 *
 * Terminal: landed, done, failed, cancelled, skipped. Only a person's word (`retried`) leads out of failed and cancelled.
 */
export type SheetState =
  | Waiting
  | Running
  | Captured
  | Landing
  | (Over & { readonly kind: "landed"; readonly commit: CommitSha; readonly level: LandingLevel })
  /** Nothing to land. `inPlace`: because the sheet worked in the user's own folder, where its result lies. */
  | (Over & { readonly kind: "done"; readonly inPlace: boolean })
  | (Over & { readonly kind: "failed"; readonly reason: FailureReason; readonly kept: CommitSha | null })
  | (Over & { readonly kind: "cancelled"; readonly kept: CommitSha | null })
  /** `context`: made before it was clear that there is nothing to do. */
  | { readonly kind: "skipped"; readonly why: string; readonly context: ContextId | null };

/** What every sheet has that came to an end after at least one attempt. */
interface Over {
  readonly attempt: number;
  /** Where the last attempt ran. */
  readonly context: ContextId | null;
  readonly counts: Counts;
}

export interface Waiting {
  readonly kind: "waiting";
  readonly why: WaitReason;
  /** Not to be started before this moment; `null`: at once. */
  readonly notBefore: EpochMs | null;
  /** Work of an earlier attempt that the next one goes on from; `null`: from the target. */
  readonly continueFrom: CommitSha | null;
  /**
   * The base that work was done on, and `null` with it. An attempt that goes on has to start on this base, not on the
   * target as it is by then: what landed in between is not in its files, and would count as taken out by it.
   */
  readonly continueBase: CommitSha | null;
  /** What the next attempt is told about the last one; `null` for the first. */
  readonly brief: string | null;
  /** Where the last attempt ran; the next one works there again, if it is still what was recorded, where `reuse` says so. */
  readonly context: { readonly id: ContextId; readonly reuse: boolean } | null;
  readonly counts: Counts;
}

export interface Running {
  readonly kind: "running";
  readonly attempt: number;
  readonly context: ContextId;
  readonly base: CommitSha;
  /** False for one that works in the user's own folder. */
  readonly lands: boolean;
  readonly startedAt: EpochMs;
  readonly counts: Counts;
  /** As in the waiting state this attempt came from, so that an interruption can go back there. */
  readonly continueFrom: CommitSha | null;
  readonly brief: string | null;
}

/** An attempt's result that met its definition of done, safe on a ref. */
interface AttemptResult {
  readonly attempt: number;
  readonly context: ContextId;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly verdict: Verdict;
  readonly counts: Counts;
}

/** Waits for its turn to land. */
export interface Captured extends AttemptResult {
  readonly kind: "captured";
}

/** The intent to land is in the journal; whether it happened is for git to say. */
export interface Landing extends AttemptResult {
  readonly kind: "landing";
  readonly commit: CommitSha;
  readonly parent: CommitSha;
  /** Full ref name. */
  readonly target: string;
  readonly level: LandingLevel;
}

/** What the receipt may claim: checked on exactly the landed tree, or only at its base. */
export type LandingLevel = "validated-as-landed" | "merged-not-revalidated" | "unvalidated";

export type WaitReason = "fresh" | "retry" | "completion" | "rate-limit" | "conflict" | "interrupted" | "rejected" | "retried" | "inferred";

export type FailureReason =
  | { readonly kind: "agent"; readonly detail: string }
  | { readonly kind: "preconditions"; readonly failed: readonly string[] }
  /** `agent`: how it ended, when not as it should. */
  | { readonly kind: "validations"; readonly failed: readonly string[]; readonly agent?: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] }
  | { readonly kind: "rejected-on-merge"; readonly failed: readonly string[] }
  | { readonly kind: "interruptions" }
  | { readonly kind: "context"; readonly detail: string };

/** Counters of the whole life of a sheet; they live in the journal, so a restart does not forget them. */
export interface Counts {
  readonly attempts: number;
  /** Attempts that cost the retry budget. */
  readonly failures: number;
  readonly completions: number;
  readonly rateLimits: number;
  readonly interruptions: number;
  readonly conflicts: number;
}

export const noCounts: Counts = { attempts: 0, failures: 0, completions: 0, rateLimits: 0, interruptions: 0, conflicts: 0 };

export const fresh: Waiting = {
  kind: "waiting",
  why: "fresh",
  notBefore: null,
  continueFrom: null,
  continueBase: null,
  brief: null,
  context: null,
  counts: noCounts,
};
