import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job, JobEvent } from "../../sheet/job.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { TestReport } from "../gates/gate.ts";
import type { Head, LayerOutcome } from "../ground.ts";

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
  isBackingOff?: true;
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

/** What is to be said of a result in the queue. */
export interface EntryNews {
  readonly entry: Entry;
  readonly event: SheetEvent;
}

/** Writes events down, those of each job together; durable when it resolves. */
export async function record(news: readonly EntryNews[]): Promise<void> {
  const byOffer = Map.groupBy(news, ({ entry }) => entry.offer);
  await Promise.all(
    [...byOffer].map(([{ record: job }, items]) =>
      job.sheets(items.map(({ entry, event }) => ({ candidate: entry.candidate, event }))),
    ),
  );
}

/** What a result that does not fit on the target becomes. */
export function refusedEvent(
  outcome: Exclude<LayerOutcome, { readonly kind: "layer" }>,
  { at, head }: { readonly at: EpochMs; readonly head: Head },
): SheetEvent {
  switch (outcome.kind) {
    case "conflict":
      return {
        kind: "conflicted",
        at,
        paths: outcome.conflict.paths,
        onto: head.commit,
        sides: outcome.conflict.brief,
      };
    case "absorbed":
      return { kind: "absorbed", at, onto: head.commit };
    case "protected":
      return { kind: "held", at, why: { kind: "protected", paths: outcome.paths } };
  }
}

export function landingEvent(
  { commit, parent, level }: Landed,
  { at, target }: { readonly at: EpochMs; readonly target: string },
): SheetEvent {
  return { kind: "landing", at, commit, parent, target, level };
}

/** Gates speak as validations do, so that whoever reads a verdict need not tell them apart. */
export function gateVerdict(reports: readonly TestReport[]): Verdict {
  return {
    kind: "judged",
    results: reports
      .filter(({ passed, promisedBy }) => promisedBy === undefined || !passed)
      .map(({ name, passed, reason, promisedBy }, index) => ({
        index,
        description: promisedBy === undefined ? `gate ${name}` : name,
        passed,
        reason,
        ...(promisedBy === undefined ? {} : { promisedBy: promisedBy.map(({ sheet }) => sheet) }),
      })),
  };
}
