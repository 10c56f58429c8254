import type { EpochMs, JobId } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Activity } from "../../sheet/activity.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import type { JobEvent } from "../../sheet/job.ts";

/** The types of events that clients can receive. A recorded event may represent several of these. */
export const eventTypes = [
  "job.started",
  "job.completed",
  "job.failed",
  "job.pausing",
  "job.paused",
  "job.resumed",
  "job.cancelling",
  "job.cancelled",
  "job.modified",
  "job.diverted",
  "job.healing",
  "job.unhealed",
  "job.inferred",
  "job.iteration",
  "job.cost_update",
  "job.successor",
  "sheet.started",
  "sheet.prepared",
  "sheet.playing",
  "sheet.validating",
  "sheet.completed",
  "sheet.failed",
  "sheet.retrying",
  "sheet.retried",
  "sheet.skipped",
  "sheet.parked",
  "sheet.waiting_for_agent",
  "sheet.fallback",
  "sheet.told",
  "sheet.collided",
  "sheet.approved",
  "sheet.judged",
  "sheet.chosen",
  "sheet.outdone",
  "sheet.interrupted",
  "sheet.cancelled",
  "sheet.captured",
  "sheet.landing",
  "sheet.landed",
  "sheet.withdrawn",
  "sheet.held",
  "sheet.proposing",
  "sheet.proposed",
  "sheet.returned",
  "sheet.conflict",
  "sheet.inferred",
  "sheet.validation_passed",
  "sheet.validation_failed",
  "agent.limited",
  "agent.stopped",
  "agent.faulty",
  "agent.probing",
  "agent.open",
  "agent.budget",
  "context.created",
  "context.destroyed",
  "context.fallback",
  "conductor.started",
  "conductor.recovered",
  "conductor.reloaded",
  "conductor.stopping",
  "conductor.notice",
  "conductor.schedule",
] as const;

export type EventType = (typeof eventTypes)[number];

/**
 * An event of a job without the plan that came with its submission: the values that a score puts into an agent's
 * environment are never printed.
 */
export type JobNews =
  | Exclude<JobEvent, { kind: "submitted" | "inferred" | Planned }>
  | { readonly kind: "submitted" | "inferred"; readonly at: EpochMs }
  | WithoutPlan<Extract<JobEvent, { kind: Planned }>>;

type Planned = "modified" | "healing" | "unhealed";
type WithoutPlan<E> = E extends unknown ? Omit<E, "plan"> : never;

/** A row of the journal, as clients receive it. */
export type Recorded =
  | { readonly about: "job"; readonly event: JobNews }
  | { readonly about: "sheet"; readonly event: SheetEvent }
  | { readonly about: "note"; readonly event: NoteEvent };

/** One thing that happened. Field names are stable. */
export interface TuttiEvent {
  /**
   * In the journal: a client that has received everything up to here continues from here. All events of one position come
   * together.
   */
  readonly position: number;
  /** Counted from 0 among those of one position. */
  readonly index: number;
  readonly type: EventType;
  readonly at: EpochMs;
  readonly job: JobId | null;
  readonly sheet: string | null;
  /** Of the sheet. */
  readonly title: string | null;
  /** Of the sheet after it, and why it waits or failed. */
  readonly state: string | null;
  readonly why: string | null;
  readonly recorded: Recorded;
}

export interface Follow {
  /** A position of the journal to go on from; without one, only what happens from now on. */
  readonly after?: number;
  readonly job?: JobId;
  readonly types?: readonly EventType[];
  /** Also tells what running agents do, a few times a second, of every job or of `job`. No journal has it. */
  readonly activity?: true;
}

/** How a client receives events. Calls come one by one, in the order of the journal. */
export interface Listener {
  hear(event: TuttiEvent): void;
  /** It was too slow: these positions were not kept in memory for it, and come now from the journal. */
  missed?(gap: { readonly from: number; readonly to: number }): void;
  /** The last activity of some running agents; agents without news are not among them. */
  active?(activities: readonly Activity[]): void;
  /** The connection is gone, or the conductor ended; nothing more comes. */
  lost?(error: Error): void;
}

export interface Following {
  /** Where the journal stood when it began. */
  readonly position: number;
  stop(): Promise<void>;
}
