import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job, JobEvent } from "../../sheet/job.ts";
import type { Candidate } from "../candidate.ts";

/**
 * Where a landing's steps are made known: durable before this resolves, so that an effect never comes before its
 * intent.
 */
export interface LandingRecord {
  sheets(events: readonly SheetNews[]): Promise<void>;
  job(event: JobEvent): Promise<Job>;
  /** Asks for an end: what is being published is finished, what is only being checked is left for later. */
  readonly stop: AbortSignal;
  /** Whether it is still to land: a person may have had a word about it since it was offered. */
  wants(candidate: Candidate): boolean;
}

export interface SheetNews {
  readonly candidate: Candidate;
  readonly event: SheetEvent;
}

/** Results of one job that want to land. */
export interface Offer {
  readonly candidates: readonly Candidate[];
  readonly record: LandingRecord;
}

/** A result in the queue. It leaves it with an answer in the journal, or with its job's stop. */
export interface Entry {
  /** Its intent goes once git has said what became of it. */
  candidate: Candidate;
  readonly offer: OpenOffer;
  readonly since: EpochMs;
  /** Its number in the line, once it has one: what is tested must not lie on something else the next moment. */
  place?: number;
  /** How often a fault of the machine kept it from being tried. */
  faults?: number;
  /** It is tried again in a while; until then the others go before it. */
  standsBack?: true;
}

/** An offer whose results have not all left the queue. */
export interface OpenOffer {
  readonly record: LandingRecord;
  readonly left: Set<Entry>;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

export function keyOf({ job, sheet }: Pick<Candidate, "job" | "sheet">): string {
  return `${job.id}/${sheet.id}`;
}
