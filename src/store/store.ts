import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { Successor } from "../chains/successor.ts";
import type { Tally } from "../findings/tally.ts";
import type { FixRecord } from "../fix/model.ts";
import type { Outcome } from "../learning/outcomes/outcome.ts";
import type { Pattern } from "../learning/patterns/pattern.ts";
import type { WorkFigures } from "../learning/routing/figures.ts";
import type { Throttle } from "../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { Job } from "../sheet/job.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Schedule } from "../triggers/schedule.ts";
import type { Entry } from "./entry.ts";
import type { Outbox } from "./delivery.ts";
import type { Followers } from "./followers.ts";
import type { KeptQueue, KeptTrial } from "./queue.ts";
import type { JournalRow } from "./row.ts";
import type { Quarantine, KeptVerdict, VerdictKey } from "./verdict.ts";

/** Only the composition root knows which database is behind it. */
export interface StoreReader {
  job(id: JobId): Promise<Job | undefined>;
  /** Newest first. */
  jobs(asked?: JobsAsked): Promise<readonly Job[]>;
  fate(job: JobId): Promise<Fate | undefined>;
  /** Every job, newest first, without its plan. */
  listed(): Promise<readonly ListedJob[]>;
  /** Neither finished nor cancelled, oldest first. */
  unfinished(repository?: string): Promise<readonly Job[]>;
  /** Jobs that ended before a moment, the oldest first. */
  pastJobs(before: EpochMs): Promise<readonly PastJob[]>;
  /** Answers to keys, or the conductor's own rows, from before a moment. */
  pastRows(what: "answers" | "notes", before: EpochMs): Promise<PastRows>;
  countJobs(): Promise<{ readonly all: number; readonly paused: number }>;
  /** In the order of the score. */
  sheets(job: JobId): Promise<ReadonlyMap<SheetId, SheetState>>;
  /** Oldest first. */
  events(job: JobId, sheet?: SheetId): Promise<readonly { readonly sheet: SheetId; readonly event: SheetEvent }[]>;
  /** Oldest first. */
  rows(asked: RowsAsked): Promise<readonly JournalRow[]>;
  /** 0: empty. */
  position(): Promise<number>;
  /** `undefined`: no such call. */
  answer(key: string): Promise<{ readonly method: string; readonly result: unknown } | undefined>;
  throttles(): Promise<ReadonlyMap<string, Throttle>>;
  verdict(key: VerdictKey): Promise<KeptVerdict | undefined>;
  countVerdicts(digests: readonly string[] | null): Promise<number>;
  quarantine(): Promise<readonly Quarantine[]>;
  queues(): Promise<readonly KeptQueue[]>;
  trials(): Promise<readonly KeptTrial[]>;
  tallies(): Promise<readonly Tally[]>;
  /** Notes for prompts, oldest first. */
  patterns(): Promise<readonly Pattern[]>;
  /** Sums over the newest records, by kind of work, agent and model. */
  workFigures(): Promise<readonly WorkFigures[]>;
  /** The newest so many, oldest first. */
  outcomes(most: number): Promise<readonly Outcome[]>;
  /** `undefined`: another kind of job. */
  fix(job: JobId): Promise<FixRecord | undefined>;
  outbox(): Promise<Outbox>;
  /** In the order in which they were recorded. */
  successors(asked: SuccessorsAsked): Promise<readonly Successor[]>;
  /** Whether a person cancelled the chain that began with this job. */
  isChainCancelled(root: JobId): Promise<boolean>;
  /** In the order in which they were made. */
  schedules(): Promise<readonly Schedule[]>;
  epoch(): Promise<number>;
  close(): Promise<void>;
}

export interface ListedJob {
  readonly id: JobId;
  readonly name: string;
  /** The record of it as a whole when it ended; `null`: it goes on. */
  readonly ending: object | null;
}

/** The outcome of a job and its sheets, read without its plan. */
export interface Fate extends Pick<Job, "id" | "status" | "epoch"> {
  /** Whether contexts of sheets that succeeded go at once. */
  readonly cleanupOnSuccess: boolean;
  readonly sheets: ReadonlyMap<SheetId, SheetState["kind"]>;
}

export interface PastRows {
  readonly rows: number;
  readonly bytes: number;
}

/** Its rows in the journal, but for the one with its plan. */
export interface PastJob extends PastRows {
  readonly id: JobId;
  readonly endedAt: EpochMs;
}

/** Of one job, by their ids, or all that are not settled yet. */
export type SuccessorsAsked = { readonly job: JobId } | { readonly ids: readonly string[] } | { readonly open: true };

export interface JobsAsked {
  /** Its git folder. */
  readonly repository?: string | undefined;
  readonly limit?: number;
}

export interface RowsAsked {
  readonly after: number;
  readonly limit: number;
  readonly job?: JobId;
  readonly sheet?: SheetId;
}

export interface Store extends Omit<StoreReader, "epoch"> {
  readonly journal: Journal;
  /** The number of this writer, from 1. */
  readonly epoch: number;
  /** Resolves when nothing can be written any more; what was appended last may be missing. */
  readonly broken: Promise<Error>;
  /** Called after each commit, in order; returns the end of it. */
  follow: Followers["follow"];
}

/** The only way to write: one call is one transaction. */
export interface Journal {
  /** Resolves when on disk (verdicts alone: when written, and on disk with the next entry), with the position of the last journal row; 0: none. */
  append(entries: readonly Entry[]): Promise<number>;
}
