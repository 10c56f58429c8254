import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { JobSummary, SheetView } from "./job.ts";

/** The parts of a sheet's life, in order. */
export const stretches = ["waiting", "preparing", "agent", "validating", "person", "queue", "landing"] as const;
export type Stretch = (typeof stretches)[number];

/** The phase of a sheet from a moment on, until the next span; `good` and `bad` are ends. */
export type Span = readonly [what: Stretch | "good" | "bad", from: EpochMs];

/** A place in the journal, and when it was written. */
export interface Moment {
  readonly position: number;
  readonly at: EpochMs;
}

/** A sheet with its life, and only what lists of thousands show. */
export interface TimelineSheet
  extends Pick<SheetView, "id" | "title" | "state" | "attempts" | "agent" | "cost" | "why" | "phase" | "isApproved"> {
  readonly after: readonly string[];
  readonly spans: readonly Span[];
}

/** A job as it is, or as it was at a moment of its journal. */
export interface TimelineView {
  readonly job: JobSummary;
  /** The moment that is shown. */
  readonly shown: Moment;
  readonly first: Moment;
  /** The newest, also where an earlier one is shown. */
  readonly last: Moment;
  /** In the order of the score. */
  readonly sheets: readonly TimelineSheet[];
  /** Only some of its sheets are here: those that began first, or those that differ from the answer that was named. */
  readonly isPart?: true;
  /** Names this answer: asked for by it, the next one has only what differs. `null`: it can't be gone on from. */
  readonly mark: string | null;
}

/** The part of its life that an event begins; `null`: the same as before. `state`: after the event. */
export function stretchAfter(event: SheetEvent, state: string | null): Span[0] | null {
  switch (event.kind) {
    case "started":
      return "preparing";
    case "placed":
      return event.isUnready === true ? "preparing" : "agent";
    case "prepared":
    case "playing":
      return "agent";
    case "validating":
      return "validating";
    case "held":
    case "proposed":
      return "person";
    case "landing":
    case "proposing":
      return "landing";
    case "approved":
      return "queue";
    default:
      return byState(state);
  }
}

function byState(state: string | null): Span[0] | null {
  switch (state) {
    case "captured":
      return "queue";
    case "waiting":
      return "waiting";
    case "landed":
    case "done":
    case "skipped":
      return "good";
    case "failed":
    case "cancelled":
      return "bad";
    default:
      return null;
  }
}

/** When a sheet was first worked on; `null`: not yet. */
export function beginOf(spans: readonly Span[]): EpochMs | null {
  return spans.find(([what]) => what !== "waiting" && what !== "good" && what !== "bad")?.[1] ?? null;
}

/** The spans after an event. */
export function withSpan(spans: readonly Span[], what: Span[0] | null, at: EpochMs): readonly Span[] {
  return what === null || spans.at(-1)?.[0] === what ? spans : [...spans, [what, at]];
}

/** A score may want a person's word for each result: no event of its own says so. */
export function asApproved(spans: readonly Span[], isApproved: boolean | undefined): readonly Span[] {
  const last = spans.at(-1);
  return isApproved === false && last?.[0] === "queue" ? [...spans.slice(0, -1), ["person", last[1]]] : spans;
}
