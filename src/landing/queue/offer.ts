import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job, JobEvent } from "../../sheet/job.ts";
import type { MergeRule, TriedMerges } from "../../sheet/merges.ts";
import type { Candidate, FoundMerge, Landed } from "../candidate.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { TestReport } from "../gates/gate.ts";
import type { Head, LayerOutcome } from "../ground.ts";

/** Durable before it resolves: no effect comes before its intent. */
export interface LandingRecord {
  sheets(events: readonly SheetNews[]): Promise<void>;
  job(event: JobEvent): Promise<Job>;
  /** Publishing finishes; checks are left for later. */
  readonly stop: AbortSignal;
  /** A person may have held it since it was offered. */
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

/** It leaves with an answer in the journal, or when its job stops. */
export interface Entry {
  /** Its intent goes once git has said what became of it. */
  candidate: Candidate;
  readonly offer: OpenOffer;
  readonly since: EpochMs;
  /** Fixed once given: a tested tree must not change its base. */
  place?: number;
  /** How often a fault of the machine kept it from being tried. */
  faults?: number;
  /** It is retried in a while; until then the others go first. */
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

/** An event to report of a result in the queue. */
export interface EntryNews {
  readonly entry: Entry;
  readonly event: SheetEvent;
}

/** Durable when it resolves. */
export async function record(news: readonly EntryNews[]): Promise<void> {
  const byOffer = Map.groupBy(news, ({ entry }) => entry.offer);
  await Promise.all(
    [...byOffer].map(([{ record: job }, items]) =>
      job.sheets(items.map(({ entry, event }) => ({ candidate: entry.candidate, event }))),
    ),
  );
}

/** The event of a result that does not fit on the target. */
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
        ...(outcome.conflict.fallen === undefined ? {} : { fallen: outcome.conflict.fallen }),
        ...(outcome.conflict.untested === undefined ? {} : { untested: outcome.conflict.untested }),
        ...(outcome.conflict.handover === undefined ? {} : { handover: outcome.conflict.handover }),
      };
    case "absorbed":
      return { kind: "absorbed", at, onto: head.commit };
    case "protected":
      return { kind: "held", at, why: { kind: "protected", paths: outcome.paths } };
  }
}

export function landingEvent(
  { commit, parent, level, merge }: Landed,
  { at, target }: { readonly at: EpochMs; readonly target: string },
): SheetEvent {
  const how = merge === undefined ? {} : { merge: mergeOf(merge) };
  return { kind: "landing", at, commit, parent, target, level, ...how };
}

function mergeOf({ way, reason, fallen, untested = [] }: FoundMerge): MergeRule & TriedMerges {
  return { way, reason, fallen, ...(untested.length === 0 ? {} : { untested }) };
}

/** In the shape of validations, so that readers of a verdict need no other case. */
export function gateVerdict(reports: readonly TestReport[]): Verdict {
  return {
    kind: "judged",
    results: reports
      .filter(({ passed, promisedBy }) => promisedBy === undefined || !passed)
      .map(({ name, passed, reason, promisedBy, log }, index) => ({
        index,
        description: promisedBy === undefined ? `gate ${name}` : name,
        passed,
        reason,
        ...(log === undefined ? {} : { log }),
        ...(promisedBy === undefined ? {} : { promisedBy: promisedBy.map(({ sheet }) => sheet) }),
      })),
  };
}
