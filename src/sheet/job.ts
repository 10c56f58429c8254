import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { IsolationLevel, Plan } from "../score/plan.ts";

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
  readonly status: JobStatus;
  /** Which writer of the store played it last: a job that is `running` under a writer that is gone was interrupted. */
  readonly epoch: number;
  readonly createdAt: EpochMs;
  /** Present in a job that was rebuilt without the database: what was made of its traces, and why. */
  readonly inferred?: { readonly at: EpochMs; readonly sheets: readonly { readonly sheet: SheetId; readonly why: string }[] };
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
  return level === "none" || level === "branch" || per === "job";
}

/** For a folder that is no git repository: Tutti's own store beside it, so that snapshots have a place. */
export interface JobRepository {
  readonly commonDir: string;
  readonly gitDir: string;
  readonly top: string | null;
  readonly objectFormat: "sha1" | "sha256";
}

export type JobStatus =
  { readonly kind: "running" } | { readonly kind: "paused"; readonly why: string } | { readonly kind: "finished"; readonly failed: number };

export type JobEvent =
  | { readonly kind: "submitted"; readonly at: EpochMs; readonly job: Job }
  /** In place of `submitted` in a job that was rebuilt without the database. */
  | { readonly kind: "inferred"; readonly at: EpochMs; readonly job: Job }
  | { readonly kind: "resumed"; readonly at: EpochMs; readonly parallel: number; readonly epoch: number }
  | { readonly kind: "paused"; readonly at: EpochMs; readonly why: string }
  | { readonly kind: "diverted"; readonly at: EpochMs; readonly branch: string; readonly why: string }
  | { readonly kind: "finished"; readonly at: EpochMs; readonly failed: number };

/** The job after an event. `submitted` and `inferred` make it; the others change what they name. */
export function nextJob(job: Job, event: JobEvent): Job {
  switch (event.kind) {
    case "submitted":
    case "inferred":
      return event.job;
    case "resumed":
      return { ...job, status: { kind: "running" }, parallel: event.parallel, epoch: event.epoch };
    case "paused":
      return { ...job, status: { kind: "paused", why: event.why } };
    case "diverted":
      // The first diversion holds for the rest of the job, so that its landings stay on one line.
      return job.diverted === null ? { ...job, diverted: { branch: event.branch, why: event.why } } : job;
    case "finished":
      return { ...job, status: { kind: "finished", failed: event.failed } };
  }
}

/** Where the next landing of this job goes. */
export function landingRef(job: Job): string | null {
  return job.diverted === null ? job.target : `refs/heads/${job.diverted.branch}`;
}
