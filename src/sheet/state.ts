import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import type { TroubleCode } from "./trouble/trouble.ts";
import type { Usage } from "./cost/usage.ts";
import { type Counts, noCounts } from "./counts.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The state of a sheet at one moment. Only `decide` makes the next one.
 *
 *   waiting ─started─▶ running ─ended─▶ captured ─landing─▶ landing ─landed─▶ landed
 *      ▲                  │                 │  ▲               │                   ▲
 *      ├── retry, park, ──┘◀── conflicted ──┤  └── withdrawn ──┘                   │
 *      │   complete             rejected    └─proposed─▶ proposed ─────merged──────┘
 *      └─────────────────── returned ─────────────────────┘
 *
 * Terminal: landed, done, failed, cancelled, skipped. Only a person's word (`retried`) leads out of failed and
 * cancelled.
 */
export type SheetState =
  | Waiting
  | Running
  | Captured
  | Landing
  | Proposed
  /** `pull`: it was merged as a pull request, elsewhere. */
  | (Over & { readonly kind: "landed"; readonly commit: CommitSha; readonly level: LandingLevel; readonly pull?: Pull })
  /**
   * Nothing to land. `inPlace`: because the sheet worked in the user's own folder, where its result lies. `outdone`:
   * because the result of another sheet was chosen.
   */
  | (Over & { readonly kind: "done"; readonly inPlace: boolean; readonly outdone?: Outdone })
  | (Over &
      Owing & {
        readonly kind: "failed";
        readonly reason: FailureReason;
        readonly kept: CommitSha | null;
        readonly folder?: FolderWork;
      })
  /** `isDropped`: it had a result, which a person did not want. */
  | (Over &
      Owing & {
        readonly kind: "cancelled";
        readonly kept: CommitSha | null;
        readonly folder?: FolderWork;
        readonly isDropped?: true;
      })
  /** `context`: made before it was clear that there is nothing to do. */
  | { readonly kind: "skipped"; readonly why: string; readonly context: ContextId | null };

/** A sheet that was not chosen: by which result it was outdone, and what it left itself. */
export interface Outdone {
  readonly by: SheetId;
  readonly kept: CommitSha | null;
}

/** The fields of every sheet that ended after at least one attempt. */
interface Over {
  readonly attempt: number;
  /** The conversation it ended with. */
  readonly session: Session | null;
  /** Where the last attempt ran. */
  readonly context: ContextId | null;
  readonly counts: Counts;
}

interface Instead {
  /** The sheet's state without the agents that took over since; it is that again when none of them is installed. */
  readonly instead?: Waiting | Failed;
}

type Failed = Extract<SheetState, { readonly kind: "failed" }>;

interface Owing {
  /** A result of an earlier attempt that met its definition of done and has not landed. */
  readonly unlanded?: CommitSha;
}

export interface Waiting extends Owing, Instead {
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
  /** The next attempt's brief about the last one; `null` for the first. */
  readonly brief: string | null;
  /**
   * Where the last attempt ran; the next one works there again, if it is still what was recorded, where `reuse` says
   * so.
   */
  readonly context: { readonly id: ContextId; readonly reuse: boolean } | null;
  /** The agent's session to go on in; `null`: a new one. */
  readonly session: Session | null;
  readonly counts: Counts;
  /** The last result that is good as far as it goes. */
  readonly best?: BestSoFar;
  /** Where earlier attempts worked in the user's own folder. */
  readonly folder?: FolderWork;
  /** It lets this sheet come to rest first: their work collided. */
  readonly behind?: SheetId;
}

/** Work in the user's own folder, where nothing is put back between attempts: all of them have one result. */
export interface FolderWork {
  /**
   * The folder without it: as it was before the first attempt, with what others have done there since. The result is
   * compared with this.
   */
  readonly base: CommitSha;
  /**
   * The folder as the last attempt left it: what differs when the next one begins was done by others. `null`:
   * unknown.
   */
  readonly left: CommitSha | null;
  /** The validations' verdict on it. */
  readonly verdict: Verdict;
}

/** A result that does not pass, but that nothing is wrong with: what was done stays done. */
export interface BestSoFar {
  readonly attempt: number;
  readonly context: ContextId;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly verdict: Verdict;
}

/** A conversation with one agent. Another agent knows nothing of it. */
export interface Session {
  readonly id: string;
  /** Which of the sheet's agents: 0 is the first. */
  readonly agent: number;
  /** The usage of its runs, as far as they told. */
  readonly used: Usage | null;
}

export interface Running extends Owing, Instead {
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
  /** The one it goes on in, and from its first sign of life its own. */
  readonly session: Session | null;
  /** Whether its agent gave a sign of life. */
  readonly isAlive: boolean;
  /** Absent: its context is being made, or an earlier version wrote it; see `phaseOf`. */
  readonly phase?: PhaseSince;
  /** As in the waiting state. */
  readonly best?: BestSoFar;
  readonly folder?: FolderWork;
  /** It is about to stop for this sheet: their work collided. */
  readonly behind?: SheetId;
}

/** The work in progress for a running attempt: its context, the agent's work, its validations. */
export type Phase = "preparing" | "playing" | "validating";

export interface PhaseSince {
  readonly kind: Phase;
  readonly since: EpochMs;
}

export function phaseOf({ phase, isAlive, startedAt }: Running): PhaseSince {
  return phase ?? { kind: isAlive ? "playing" : "preparing", since: startedAt };
}

/** An attempt's result that met its definition of done, safe on a ref. */
interface AttemptResult {
  /** A person has seen it and let it land. */
  readonly isReviewed?: true;
  readonly attempt: number;
  readonly context: ContextId;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly verdict: Verdict;
  readonly session: Session | null;
  readonly counts: Counts;
}

/** Waits for its turn to land, and where the score says so for a person's word. */
export interface Captured extends AttemptResult {
  readonly kind: "captured";
  readonly isApproved: boolean;
  /** It was chosen among the results of sheets that compete. */
  readonly isChosen?: true;
  /** Why it waits for a person although its score lets results land by themselves. */
  readonly held?: HoldReason;
}

export type HoldReason =
  /** It changes paths that need a person's word. */
  | { readonly kind: "protected"; readonly paths: readonly string[] }
  /** A filter that encrypts or replaces files in the user's checkout did not run over these. */
  | { readonly kind: "unfiltered"; readonly paths: readonly string[] }
  /** A person took it out of the queue. */
  | { readonly kind: "ejected"; readonly by: string };

/** The intent to land is in the journal; whether it happened is for git to say. */
export interface Landing extends AttemptResult {
  readonly kind: "landing";
  readonly commit: CommitSha;
  readonly parent: CommitSha;
  /** Full ref name. */
  readonly target: string;
  readonly level: LandingLevel;
}

/** Offered as a pull request: whether it lands is decided there. */
export interface Proposed extends AttemptResult {
  readonly kind: "proposed";
  readonly pull: Pull;
  /** The commit that the branch of the pull request stands at. */
  readonly commit: CommitSha;
  /** Up to where what is said there has been heard; `null`: nothing yet. */
  readonly heard: string | null;
}

export interface Pull {
  readonly number: number;
  readonly url: string;
  /** The branch it is made from, without `refs/heads/`. */
  readonly branch: string;
}

/**
 * The claims that a receipt may make: checked on exactly the landed tree; checked on another tree only; landed although
 * some of its validations do not pass; nothing was asked.
 */
export const landingLevels = ["validated-as-landed", "merged-not-revalidated", "partial", "unvalidated"] as const;
export type LandingLevel = (typeof landingLevels)[number];

export type WaitReason =
  | "fresh"
  | "retry"
  | "completion"
  /** Its reviewer sent it back. */
  | "review"
  | "rate-limit"
  | "quota"
  /** Its agent can't be used until a person has seen to it. */
  | "agent"
  | "fallback"
  /** Its agent no longer has the session: a new one begins. */
  | "session"
  | "told"
  | "conflict"
  | "interrupted"
  /** Something of Tutti's own or of the machine failed, not the agent. */
  | "fault"
  | "rejected"
  /** Sent back from its pull request. */
  | "returned"
  | "retried"
  | "inferred";

export type FailureReason =
  | { readonly kind: "agent"; readonly detail: string; readonly code?: TroubleCode }
  /** It was parked too often. */
  | { readonly kind: "waits"; readonly detail: string; readonly code: TroubleCode }
  | { readonly kind: "cost"; readonly detail: string }
  | { readonly kind: "preconditions"; readonly failed: readonly string[] }
  /** A command that makes its context ready failed. */
  | { readonly kind: "preparation"; readonly detail: string }
  /** `agent`: how it ended, when not as it should. */
  | { readonly kind: "validations"; readonly failed: readonly string[]; readonly agent?: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] }
  /** An earlier result did not land, and the last attempt changed nothing. */
  | { readonly kind: "unlanded"; readonly result: CommitSha }
  | { readonly kind: "rejected-on-merge"; readonly failed: readonly string[] }
  | { readonly kind: "interruptions" }
  /** It came back from its pull request too often, or was closed there. */
  | { readonly kind: "pull-request"; readonly detail: string }
  | { readonly kind: "context"; readonly detail: string };

export const fresh: Waiting = {
  kind: "waiting",
  why: "fresh",
  notBefore: null,
  continueFrom: null,
  continueBase: null,
  brief: null,
  context: null,
  session: null,
  counts: noCounts,
};
