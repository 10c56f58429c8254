import type { JobId, SheetId } from "../base/ids.ts";
import type { Tally } from "../findings/tally.ts";
import type { FixRecord } from "../fix/model.ts";
import type { Throttle } from "../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { Job } from "../sheet/job.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Entry } from "./entry.ts";
import type { Followers } from "./followers.ts";
import type { KeptQueue, KeptTrial } from "./queue.ts";
import type { JournalRow } from "./row.ts";
import type { Quarantine, KeptVerdict, VerdictKey } from "./verdict.ts";

/** What anyone may ask of a store. Only the composition root knows which database is behind it. */
export interface StoreReader {
  job(id: JobId): Promise<Job | undefined>;
  /** All jobs, newest first. */
  jobs(): Promise<readonly Job[]>;
  /** Jobs that are neither finished nor cancelled, oldest first. */
  unfinished(): Promise<readonly Job[]>;
  countJobs(): Promise<{ readonly all: number; readonly paused: number }>;
  /** A job's sheets in the order of the score. */
  sheets(job: JobId): Promise<ReadonlyMap<SheetId, SheetState>>;
  /** Events of the sheets of a job, or of one sheet, oldest first. */
  events(job: JobId, sheet?: SheetId): Promise<readonly { readonly sheet: SheetId; readonly event: SheetEvent }[]>;
  /** The journal from a position on, oldest first. */
  rows(asked: RowsAsked): Promise<readonly JournalRow[]>;
  /** The position of the journal's last row; 0 while it is empty. */
  position(): Promise<number>;
  /** The answer to the call with this key; `undefined`: there was no such call. */
  answer(key: string): Promise<{ readonly method: string; readonly result: unknown } | undefined>;
  /** What is known of agents' accounts. */
  throttles(): Promise<ReadonlyMap<string, Throttle>>;
  /** The verdict of a gate on a tree. */
  verdict(key: VerdictKey): Promise<KeptVerdict | undefined>;
  countVerdicts(digests: readonly string[] | null): Promise<number>;
  quarantine(): Promise<readonly Quarantine[]>;
  queues(): Promise<readonly KeptQueue[]>;
  /** Results that a person tries in a checkout. */
  trials(): Promise<readonly KeptTrial[]>;
  /** How often each kind of finding was tried and fixed, over all jobs. */
  tallies(): Promise<readonly Tally[]>;
  /** The subject of a job of `tutti fix`; `undefined` for any other job. */
  fix(job: JobId): Promise<FixRecord | undefined>;
  /** The number of the last writer, counted from 1. */
  epoch(): Promise<number>;
  close(): Promise<void>;
}

export interface RowsAsked {
  /** Only rows behind this position. */
  readonly after: number;
  readonly limit: number;
  readonly job?: JobId;
  readonly sheet?: SheetId;
}

/** A store in the hands of its one writer. */
export interface Store extends Omit<StoreReader, "epoch"> {
  readonly journal: Journal;
  /** The number of this writer, counted from 1. */
  readonly epoch: number;
  /** Calls back after each commit, in the order of the journal; returns what ends it. */
  follow: Followers["follow"];
}

/** The only way to write: entries that come together are one transaction. */
export interface Journal {
  /** Resolves when the entries are on disk, with the position of the last journal row among them; 0: there is none. */
  append(entries: readonly Entry[]): Promise<number>;
}
