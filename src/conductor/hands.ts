import type { LiveAgent } from "../sheet/live-agent.ts";
import type { CommitSha, ContextId, SheetId } from "../base/ids.ts";
import type { World } from "../base/world/world.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import type { Context, Owned } from "../isolation/context.ts";
import type { Destruction } from "../isolation/cleanup/destroy.ts";
import type { SnapshotWhy } from "../isolation/snapshots/names.ts";
import type { Candidate } from "../landing/candidate.ts";
import type { Note } from "../learning/patterns/draw.ts";
import type { WorkFigures } from "../learning/routing/figures.ts";
import type { LandingRecord } from "../landing/queue/offer.ts";
import type { Upstream } from "../schedule/upstream.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import type { Job } from "../sheet/job.ts";
import type { TakenOut } from "../sheet/rest/rest.ts";
import type { Performance } from "../sheet/performance.ts";
import type { FoundCollision } from "../sheet/collisions/collisions.ts";
import type { Carried, SheetEvent } from "../sheet/events/event.ts";
import type { PromiseReport } from "../sheet/promises.ts";
import type { Captured, FolderWork, Proposed, Session, SheetState } from "../sheet/state.ts";
import type { Trouble } from "../sheet/trouble/trouble.ts";
import type { Usage } from "../sheet/cost/usage.ts";
import type { Unready } from "../sheet/rest/unready.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Entry } from "../store/entry.ts";
import type { Journal } from "../store/store.ts";
import type { Throttles } from "./agents/throttles.ts";

/** One attempt at a sheet of a job. */
export interface Attempt {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly attempt: number;
}

/** The start of an attempt. */
export interface Start {
  readonly base: CommitSha;
  readonly continueFrom: CommitSha | null;
  /** The context it gets, and whether that is one an earlier attempt left behind. */
  readonly context: ContextId;
  readonly reuse: boolean;
  /** The work of earlier attempts in the user's own folder, should it be worked in again. */
  readonly folder?: Pick<FolderWork, "base" | "left">;
}

/** The work that an attempt left, on the base that it was done on. */
export interface EarlierWork {
  readonly base: CommitSha;
  readonly kept: CommitSha;
  /** The agent that continues: a bare command reads no conflict markers. */
  readonly agent: AgentPlan;
}

/** The same on top of the target. */
export interface CarriedWork extends Carried {
  readonly base: CommitSha;
}

/** A context that is there, and whose work it was made for. */
export type Standing = Owned & { readonly context: Context };

/** Whether there is anything for the agent to do, and whether it may. */
export type Readiness =
  | { readonly kind: "ready" }
  | { readonly kind: "skip"; readonly why: string }
  | {
      readonly kind: "not-met";
      readonly failed: readonly string[];
      /** Its context could not be prepared; absent: its preconditions do not hold. */
      readonly trouble?: Trouble;
    };

/** The facts that choices for the next attempts may depend on. */
export interface Recall {
  readonly figures: readonly WorkFigures[];
  /** Notes that prompts may hold. */
  readonly notes: readonly Note[];
}

export const nothingKnown: Recall = { figures: [], notes: [] };

/** The findings of a look at a job's validations, agents and remote, made before anything was paid for. */
export interface BaseReport {
  /** Each keeps the job from starting. */
  readonly problems: readonly Unready[];
  /** For people; a sentence each. */
  readonly told: readonly string[];
}

/** How an agent is to be run, and the receivers of its reports. */
export interface AgentRun {
  readonly agent: AgentPlan;
  /** The session to go on with. */
  readonly session: (Pick<Session, "id" | "used"> & { readonly isSameFolder: boolean }) | null;
  readonly brief: string | null;
  /** How many attempts of this agent have failed: the more, the more its prompt may say. */
  readonly effort: number;
  /** Patterns that its prompt gets. */
  readonly notes: readonly string[];
  readonly upstream: Upstream;
  /** Its cost limit in US dollars; `null`: no limit. */
  readonly budgetUsd: number | null;
  readonly cancel: AbortSignal;
  /** It gave its first sign of life. Not called for agents that have no way to. */
  readonly onAlive: (sign: { readonly session: string | null; readonly model: string | null }) => void;
  /** It takes words while it runs. */
  readonly onLive: (live: LiveAgent) => void;
  /** Its usage so far, all in all, and the cost of its costliest turn. */
  readonly onSpent: (usage: Usage, largestTurnUsd: number | null) => void;
}

/** A result that is offered as a pull request, and is neither merged nor closed yet. */
export interface OpenPull {
  readonly sheet: SheetPlan;
  readonly state: Proposed;
  readonly agent: AgentPlan;
}

/** The findings of a look at one pull request. */
export interface PullSeen {
  readonly sheet: SheetId;
  /** As its server says; `null` when it could not be asked. */
  readonly now: PullNow | null;
  /** The resulting event of the sheet; `null`: none. */
  readonly event: SheetEvent | null;
  /** Why it could not be looked at. */
  readonly trouble: string | null;
}

export interface PullNow {
  readonly state: "open" | "merged" | "closed";
  readonly checks: "none" | "pending" | "passed" | "failed";
  readonly changesRequested: boolean;
  readonly mergeable: "yes" | "conflict" | "unknown";
}

/** The work that a failed sheet left. */
export interface FailedWork {
  readonly sheet: SheetPlan;
  readonly state: SheetState & { readonly kind: "failed"; readonly kept: CommitSha };
  readonly agent: AgentPlan;
}

/** One of several results of the same task. */
export interface RivalResult {
  readonly sheet: SheetPlan;
  readonly state: Captured;
}

/** `winner`: `null` when it was cancelled. `usage`: absent where nothing was used. */
export interface ChosenResult {
  readonly winner: SheetId | null;
  readonly why: string;
  readonly usage?: Usage | null;
}

/** Everything the loops do to the world. The composition root gives real ones; a simulation gives its own. */
export interface Hands {
  readonly world: World;
  readonly journal: Journal;
  readonly throttles: Throttles;
  /** The facts known of earlier attempts. Absent: none. */
  recall?(job: Job): Promise<Recall>;
  /** Where the next attempt starts: the target as it stands now. Kept from pruning from then on. */
  readBase(job: Job, sheet: SheetPlan): Promise<CommitSha>;
  /** Tries on a base what the sheets will be validated with, and looks at their agents. Absent: nothing is tried. */
  tryBase?(job: Job, base: CommitSha, cancel: AbortSignal): Promise<BaseReport>;
  /** The entries that are written together with the start of an attempt. Absent: none. */
  order?(attempt: Attempt): Promise<readonly Entry[]>;
  /**
   * Earlier work that let another land first, merged with what landed since; `undefined`: there is no such merge, or
   * nothing landed. Absent: it continues on its own base.
   */
  carryOver?(attempt: Attempt, work: EarlierWork): Promise<CarriedWork | undefined>;
  /** Sheets whose work collides, as far as snapshots tell. Absent: not looked for. */
  collisions?(job: Job, states: ReadonlyMap<SheetId, SheetState>): Promise<readonly FoundCollision[]>;
  /**
   * Makes, reuses or rebuilds the attempt's context, and takes what must be its own while it runs; that may mean to
   * wait.
   */
  enterContext(attempt: Attempt, start: Start, cancel: AbortSignal): Promise<Context>;
  /**
   * How many sheets of a job are likely to start soon; `base`: from where, if that is known. Absent: nothing is made
   * ready for them.
   */
  foresee?(job: Job, count: number, base?: CommitSha): void;
  /** Gives back what `enterContext` took; the context stays. */
  leaveContext(context: Context): Promise<void>;
  /** A context that still exists, made by any process. */
  findContext(id: ContextId): Promise<Standing | undefined>;
  /** All of a job's that are still there. */
  listContexts(job: Job): Promise<readonly Standing[]>;
  /** Runs what the sheet wants to be run before its agent, on a copy of what it starts from. */
  prepare(attempt: Attempt, context: Context, cancel: AbortSignal): Promise<Readiness>;
  play(attempt: Attempt, context: Context, run: AgentRun): Promise<Performance>;
  /** The use of a run whose end was not seen, by what it printed; `undefined` when it had not begun. */
  readUsage(attempt: Attempt, agent: AgentPlan, session: Session | null): Promise<Usage | null | undefined>;
  capture(attempt: Attempt, context: Context, why: SnapshotWhy): Promise<CaptureProof>;
  /** Runs the sheet's validations in the context that was captured. */
  validate(attempt: Attempt, proof: CaptureProof, cancel: AbortSignal): Promise<Verdict>;
  /**
   * The step that a level requires once an attempt is judged: a branch for a good result, and a folder of the user's
   * restored.
   */
  settle(attempt: Attempt, proof: CaptureProof, isGood: boolean): Promise<void>;
  destroy(proof: CaptureProof): Promise<Destruction>;
  /** Drops what Tutti noted of a context in the user's own folder; nothing is captured, because nothing goes. */
  forget(context: Context): Promise<void>;
  /** Whether the repository of the job is gone: then no fault passes by itself. */
  isGone?(): boolean;
  /** An attempt begins that may be ended to make room, captured and at no cost; to be called when it is over. */
  enlist?(end: () => void): () => void;
  /** Why no other sheet may start now, as a sentence with the figure; `null` when one may. */
  mayStart(): string | null;
  /** Cleans up when a job has finished: the trash, and the store's upkeep. Never fails. */
  tidy(): void;
  /** Something a person should know that changes no state: a context kept, files left out, a clean-up that failed. */
  notice(text: string): void;
  /** Repairs the state that a crash left in Tutti's own folders and in the user's checkout. */
  repair(job: Job, isInterrupted: boolean): Promise<void>;
  /**
   * The states of pull requests and the resulting events of their sheets; writes nothing down yet. Throws when no
   * server can be asked.
   */
  lookAtPulls(job: Job, open: readonly OpenPull[]): Promise<readonly PullSeen[]>;
  /** Shows others what failed sheets left, where the score wants that; what was shown is not shown again. */
  showFailed(
    job: Job,
    failed: readonly FailedWork[],
    record: (sheet: SheetId, events: readonly SheetEvent[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Does the last steps when all of a job has landed; returns how the promises of its sheets hold then, where that is
   * asked. Throws when a step can't be done: then the job is not at its end.
   */
  conclude(job: Job, cancel: AbortSignal): Promise<PromiseReport | undefined>;
  /** Which of a job's landed sheets are not on its branch any more, by the commits they landed as. */
  findTakenOut(job: Job, landed: ReadonlyMap<SheetId, CommitSha>): Promise<readonly TakenOut[]>;
  /**
   * Has an agent choose among results that validations and reviews say the same of. One that gives no answer keeps
   * nothing from landing: then the first is taken, and `why` says so.
   */
  chooseResult(job: Job, results: readonly RivalResult[], cancel: AbortSignal): Promise<ChosenResult>;
  /** The target of a job's results, as people read it, when a person has paused its queue. */
  pausedQueue(job: Job): string | null;
  /** Puts results into the queue of their target; resolves when they have left it. */
  land(job: Job, candidates: readonly Candidate[], record: LandingRecord): Promise<void>;
}

/** The work that an attempt left, apart from any context. */
interface LeftWork {
  readonly commit: CommitSha;
  readonly base: CommitSha;
  /** It lies in the user's own folder, and is judged there. */
  readonly isInPlace: boolean;
}

/** Runs a sheet's validations again, on what one of its attempts left. */
export type Recheck = (attempt: Attempt, work: LeftWork, cancel: AbortSignal) => Promise<Verdict>;
