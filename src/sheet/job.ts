import type { ErrorCode } from "../base/error-codes.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../base/ids.ts";
import { isInPlace } from "../score/plan/isolation.ts";
import type { IsolationLevel, Plan } from "../score/plan/plan.ts";
import type { PromiseReport } from "./promises.ts";
import type { TroubleCode } from "./trouble/trouble.ts";

/** One run of a score: what was asked, of which repository, and how far the whole has come. */
export interface Job {
  readonly id: JobId;
  readonly plan: Plan;
  readonly repository: JobRepository;
  /** Full name of the ref that results land on; `null`: sheets work in the folder itself, and nothing lands. */
  readonly target: string | null;
  readonly isolation: JobIsolation;
  /** Set once the user's checkout stood in the way: everything from then on lands here instead. */
  readonly diverted: { readonly branch: string; readonly why: string } | null;
  readonly identity: { readonly name: string; readonly email: string };
  readonly parallel: number;
  /** Its share of what the machine can do beside other jobs: each step up doubles it. */
  readonly priority: number;
  /** The score's file, for reading it again; `null` when nobody knows it. */
  readonly score: string | null;
  readonly status: JobStatus;
  /** Which writer of the store played it last: a job that is `running` under a writer that is gone was interrupted. */
  readonly epoch: number;
  readonly createdAt: EpochMs;
  /** Present when a person asked for another level of isolation than the score's. */
  readonly levelAsked?: IsolationLevel;
  /** Present when a person asked for a context for each sheet, or one for all, whatever the score says. */
  readonly perAsked?: JobIsolation["per"];
  /** Pull requests that a person asked for beside the score: they go before it, also when the score is read again. */
  readonly pullsAsked?: { readonly draft: boolean };
  /** Present in a job that was rebuilt without the database: what was made of its traces, and why. */
  readonly inferred?: {
    readonly at: EpochMs;
    readonly sheets: readonly { readonly sheet: SheetId; readonly why: string }[];
  };
}

/** How the sheets of a job are kept apart, settled when it was made. */
export interface JobIsolation {
  readonly level: IsolationLevel;
  readonly per: "sheet" | "job";
  /** Why the job runs in place although its score asks for isolation; `null` when it is what was asked for. */
  readonly fallback: string | null;
}

/** One sheet at a time, because they share a folder. */
export function isExclusive({ level, per }: JobIsolation): boolean {
  return isInPlace(level) || per === "job";
}

/** For a folder that is no git repository: Tutti's own store beside it, so that snapshots have a place. */
export interface JobRepository {
  readonly commonDir: string;
  readonly gitDir: string;
  readonly top: string | null;
  readonly objectFormat: "sha1" | "sha256";
}

/**
 * running ◀─resumed── paused ◀── pausing      finished, cancelled: nothing is left to do, unless a person wants more of
 * it └────────────▶ finished    cancelling ──▶ cancelled
 *
 * `pausing` and `cancelling` are a person's word, kept: what runs is still coming to its end.
 */
export type JobStatus =
  | { readonly kind: "running" }
  | { readonly kind: "pausing"; readonly now: boolean }
  | { readonly kind: "cancelling" }
  | { readonly kind: "paused"; readonly why: string; readonly cause: PauseCause }
  | { readonly kind: "cancelled" }
  /** `promises`: absent where nothing landed, and in jobs of earlier versions. */
  | {
      readonly kind: "finished";
      readonly failed: number;
      readonly takenOut?: readonly TakenOut[];
      readonly promises?: PromiseReport;
    };

/**
 * A landed sheet whose change was not on its branch any more when the job ended. `by`: the commit that took it out;
 * `null`: its own is not there.
 */
export interface TakenOut {
  readonly sheet: SheetId;
  readonly by: CommitSha | null;
  /** That commit says so, as `git revert` does. */
  readonly isSaid: boolean;
}

/** Who or what paused a job: only a person's pause outlives a restart. */
export type PauseCause =
  | { readonly kind: "user" }
  /** The process that played it was stopped. */
  | { readonly kind: "stop" }
  /** Nothing can start before this moment. */
  | { readonly kind: "parked"; readonly until: EpochMs }
  /** Nothing can start until a person has seen to an agent. */
  | { readonly kind: "agent"; readonly agent: string; readonly code: TroubleCode; readonly hint: string | null }
  /** It has cost what it may. */
  | { readonly kind: "cost"; readonly spentUsd: number; readonly limitUsd: number }
  /** Only results are left that wait for a person's word. */
  | { readonly kind: "approval"; readonly sheets: number }
  /** Only results are left whose queue a person has paused. */
  | { readonly kind: "queue"; readonly target: string }
  /** Only pull requests are left that nobody has decided about. */
  | { readonly kind: "pulls"; readonly open: number }
  /** Something outside (disk, git, the user's repository) kept it from going on. */
  | { readonly kind: "broken"; readonly code: ErrorCode; readonly hint: string | null };

export type JobEvent =
  | { readonly kind: "submitted"; readonly at: EpochMs; readonly job: Job }
  /** In place of `submitted` in a job that was rebuilt without the database. */
  | { readonly kind: "inferred"; readonly at: EpochMs; readonly job: Job }
  | { readonly kind: "resumed"; readonly at: EpochMs; readonly parallel: number; readonly epoch: number }
  /** Another process plays it from here on, after the one before was lost; its status stays what it was. */
  | { readonly kind: "taken-up"; readonly at: EpochMs; readonly epoch: number }
  | { readonly kind: "pausing"; readonly at: EpochMs; readonly now: boolean }
  | { readonly kind: "paused"; readonly at: EpochMs; readonly why: string; readonly cause: PauseCause }
  | { readonly kind: "cancelling"; readonly at: EpochMs }
  | { readonly kind: "cancelled"; readonly at: EpochMs }
  /** A person changed its score: what landed stays. `changes`: each a sentence. */
  | {
      readonly kind: "modified";
      readonly at: EpochMs;
      readonly plan: Plan;
      readonly parallel: number;
      readonly priority: number;
      readonly changes: readonly string[];
    }
  | { readonly kind: "diverted"; readonly at: EpochMs; readonly branch: string; readonly why: string }
  | {
      readonly kind: "finished";
      readonly at: EpochMs;
      readonly failed: number;
      readonly takenOut?: readonly TakenOut[];
      readonly promises?: PromiseReport;
    };

/** The job after an event. `submitted` and `inferred` make it; the others change what they name. */
export function nextJob(job: Job, event: JobEvent): Job {
  switch (event.kind) {
    case "submitted":
    case "inferred":
      return event.job;
    case "resumed":
      return { ...job, status: { kind: "running" }, parallel: event.parallel, epoch: event.epoch };
    case "taken-up":
      return { ...job, epoch: event.epoch };
    case "pausing":
      return { ...job, status: { kind: "pausing", now: event.now } };
    case "paused":
      return { ...job, status: { kind: "paused", why: event.why, cause: event.cause } };
    case "cancelling":
    case "cancelled":
      return { ...job, status: { kind: event.kind } };
    case "modified":
      return { ...job, plan: event.plan, parallel: event.parallel, priority: event.priority };
    case "diverted":
      // The first diversion holds for the rest of the job, so that its landings stay on one line.
      return job.diverted === null ? { ...job, diverted: { branch: event.branch, why: event.why } } : job;
    case "finished":
      return { ...job, status: finishedBy(event) };
  }
}

function finishedBy({ at: _, ...status }: JobEvent & { readonly kind: "finished" }): JobStatus {
  return status;
}

/** Where the next landing of this job goes. */
export function landingRef(job: Job): string | null {
  return job.diverted === null ? job.target : `refs/heads/${job.diverted.branch}`;
}

/** Somebody has to play it: it is under way, or on its way to a pause or its end. */
export function isOngoing({ status }: Pick<Job, "status">): boolean {
  return status.kind === "running" || status.kind === "pausing" || status.kind === "cancelling";
}
