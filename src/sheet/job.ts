import type { IsolationLevel } from "../score/plan/levels.ts";
import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import { type ManagedPlace, type WrittenDefaults, isInPlace } from "../score/plan/isolation.ts";
import type { Plan } from "../score/plan/plan.ts";
import type { HealingMode } from "../score/healing/codes.ts";
import type { Healing } from "./healing/record.ts";
import type { Rest } from "./rest/rest.ts";

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
  /** The score's file, for reading it again; `null`: not known. */
  readonly score: string | null;
  readonly status: JobStatus;
  /** Which writer of the store played it last: a job that is `running` under a writer that is gone was interrupted. */
  readonly epoch: number;
  readonly createdAt: EpochMs;
  /** Present when a person asked for another level of isolation than the score's. */
  readonly levelAsked?: IsolationLevel;
  /** Present when a person asked for a context for each sheet, or one for all: it goes before the score. */
  readonly perAsked?: JobIsolation["per"];
  /** Pull requests that a person asked for beside the score: they go before it, also when the score is read again. */
  readonly pullsAsked?: { readonly draft: boolean };
  /** Present when the repository is a mirror that Tutti keeps of a remote. */
  readonly managed?: ManagedPlace;
  /** Present when an environment was named: it holds where the score says nothing, also when that is read again. */
  readonly defaults?: WrittenDefaults;
  /** Whether its validations are tried on the base before its first attempt; absent: where an agent may cost something. */
  readonly validateBase?: "always" | "never";
  /** Where it stands in its chain; absent in a job that nothing but a person started. */
  readonly chain?: ChainPlace;
  /** Present when a person asked for it beside the score. */
  readonly healingAsked?: HealingMode;
  /** Remedies that were used, in order. */
  readonly healings?: readonly Healing[];
  /** Its agent runs in a person's terminal only, and begins with this prompt; `null`: with none. */
  readonly interactive?: { readonly prompt: string | null };
  /** Present in a job that was rebuilt without the database: what was made of its traces, and why. */
  readonly inferred?: {
    readonly at: EpochMs;
    readonly sheets: readonly { readonly sheet: SheetId; readonly why: string }[];
  };
}

export interface ChainPlace {
  /** The first job of the chain. */
  readonly root: JobId;
  readonly parent: JobId;
  /** How many jobs came before it. */
  readonly depth: number;
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
 * `pausing` and `cancelling` are a person's word, kept: running sheets still finish.
 */
export type JobStatus =
  | { readonly kind: "running" }
  | { readonly kind: "pausing"; readonly now: boolean }
  | { readonly kind: "cancelling" }
  | Rest;

export type JobEvent =
  | { readonly kind: "submitted"; readonly at: EpochMs; readonly job: Job }
  /** In place of `submitted` in a job that was rebuilt without the database. */
  | { readonly kind: "inferred"; readonly at: EpochMs; readonly job: Job }
  | {
      readonly kind: "resumed";
      readonly at: EpochMs;
      readonly parallel: number;
      readonly epoch: number;
      /** In spite of the results of its validations on the base. */
      readonly force?: true;
      readonly healing?: HealingMode;
    }
  /** Another process plays it from here on, after the one before was lost; its status stays what it was. */
  | { readonly kind: "taken-up"; readonly at: EpochMs; readonly epoch: number }
  | { readonly kind: "pausing"; readonly at: EpochMs; readonly now: boolean }
  | { readonly kind: "cancelling"; readonly at: EpochMs }
  | (Rest & { readonly at: EpochMs })
  /** A person changed its score: what landed stays. `changes`: each a sentence. */
  | {
      readonly kind: "modified";
      readonly at: EpochMs;
      readonly plan: Plan;
      readonly parallel: number;
      readonly priority: number;
      readonly changes: readonly string[];
    }
  /** A remedy is used. `plan`: with what it changes there. */
  | { readonly kind: "healing"; readonly at: EpochMs; readonly healing: Healing; readonly plan?: Plan }
  /** A remedy is taken back. */
  | { readonly kind: "unhealed"; readonly at: EpochMs; readonly number: number; readonly plan?: Plan }
  | { readonly kind: "diverted"; readonly at: EpochMs; readonly branch: string; readonly why: string };

/** The job after an event. `submitted` and `inferred` make it; the others change what they name. */
export function nextJob(job: Job, event: JobEvent): Job {
  switch (event.kind) {
    case "submitted":
    case "inferred":
      return event.job;
    case "resumed":
      return {
        ...job,
        status: { kind: "running" },
        parallel: event.parallel,
        epoch: event.epoch,
        ...(event.force === true ? { validateBase: "never" } : {}),
        ...(event.healing === undefined ? {} : { healingAsked: event.healing }),
      };
    case "taken-up":
      return { ...job, epoch: event.epoch };
    case "pausing":
      return { ...job, status: { kind: "pausing", now: event.now } };
    case "cancelling":
      return { ...job, status: { kind: "cancelling" } };
    case "modified":
      return { ...job, plan: event.plan, parallel: event.parallel, priority: event.priority };
    case "healing":
      return { ...withPlan(job, event.plan), healings: [...(job.healings ?? []), event.healing] };
    case "unhealed":
      return {
        ...withPlan(job, event.plan),
        healings: (job.healings ?? []).map((one) =>
          one.number === event.number ? { ...one, undoneAt: event.at } : one,
        ),
      };
    case "diverted":
      // The first diversion holds for the rest of the job, so that its landings stay on one line.
      return job.diverted === null ? { ...job, diverted: { branch: event.branch, why: event.why } } : job;
    case "paused":
    case "cancelled":
    case "finished": {
      const { at: _, ...status } = event;
      return { ...job, status };
    }
  }
}

function withPlan(job: Job, plan: Plan | undefined): Job {
  return plan === undefined ? job : { ...job, plan };
}

/** Where the next landing of this job goes. */
export function landingRef(job: Job): string | null {
  return job.diverted === null ? job.target : `refs/heads/${job.diverted.branch}`;
}

/** It has to be played: it is under way, or on its way to a pause or its end. */
export function isOngoing({ status }: Pick<Job, "status">): boolean {
  return status.kind === "running" || status.kind === "pausing" || status.kind === "cancelling";
}

/** Below the title of a commit that was made to be tried, so that it is known when it is met again. */
export const trialWords = "Made to be looked at; it is not what lands.";
