import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Landed } from "../candidate.ts";
import type { GateReport } from "../gates/gate.ts";
import type { Head, LayerOutcome } from "../ground.ts";
import type { Entry } from "./offer.ts";

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
export function gateVerdict(reports: readonly GateReport[]): Verdict {
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
