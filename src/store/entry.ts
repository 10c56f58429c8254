import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { Successor } from "../chains/successor.ts";
import type { Tally } from "../findings/tally.ts";
import type { FixRecord } from "../fix/model.ts";
import type { OutcomeChange } from "../learning/outcomes/outcome.ts";
import type { PatternChange } from "../learning/patterns/pattern.ts";
import type { Throttle } from "../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { Job, JobEvent } from "../sheet/job.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Delivery } from "./delivery.ts";
import type { Schedule } from "../triggers/schedule.ts";
import type { KeptQueue, KeptTrial } from "./queue.ts";
import type { VerdictChange } from "./verdict.ts";

/** An event, and the state after it. */
export type Entry =
  /** `ending`: the job as a whole, once it is over; forgotten with its next event. */
  | {
      readonly about: "job";
      readonly job: JobId;
      readonly event: JobEvent;
      readonly next: Job;
      readonly ending?: object;
    }
  /** `isSame`: the sheet's row says it already. */
  | {
      readonly about: "sheet";
      readonly job: JobId;
      readonly sheet: SheetId;
      readonly event: SheetEvent;
      readonly next: SheetState;
      readonly isSame?: boolean;
    }
  /** Changes no row. `job: null`: of the conductor. */
  | { readonly about: "note"; readonly job: JobId | null; readonly sheet: SheetId | null; readonly event: NoteEvent }
  /** The successors of an end, written with it. One that is there already stays as it is if `isNew`. */
  | {
      readonly about: "successor";
      readonly job: JobId;
      readonly sheet: SheetId | null;
      readonly successor: Successor;
      readonly isNew: boolean;
      readonly event: NoteEvent;
    }
  /** `schedule: null`: it is removed. `event: null`: not journaled. */
  | {
      readonly about: "schedule";
      readonly id: string;
      readonly schedule: Schedule | null;
      readonly event: NoteEvent | null;
    }
  /** Nothing more follows in this chain. Not journaled. */
  | { readonly about: "chain-end"; readonly root: JobId; readonly at: EpochMs }
  /** An agent's account. `event: null`: not journaled. */
  | { readonly about: "gate"; readonly key: string; readonly gate: Throttle; readonly event: NoteEvent | null }
  /** Kept so that no tree is tested twice. Not journaled. */
  | { readonly about: "verdict"; readonly change: VerdictChange }
  /** Not journaled. */
  | { readonly about: "queue"; readonly queue: KeptQueue }
  /** A result tried in a checkout, by its git folder; `null`: no more. Not journaled. */
  | { readonly about: "trial"; readonly checkout: string; readonly trial: KeptTrial | null }
  /** Added to earlier counts, with the event that says so. Not journaled. */
  | { readonly about: "tallies"; readonly tallies: readonly Tally[] }
  /** The proof of an event about attempts, written with it. Not journaled. */
  | { readonly about: "outcome"; readonly change: OutcomeChange }
  /** A note for prompts. Not journaled; which prompts had it is. */
  | { readonly about: "pattern"; readonly change: PatternChange }
  /** Written with the job. Not journaled. */
  | { readonly about: "fix"; readonly job: JobId; readonly record: FixRecord }
  /** Messages to people, and how far the journal has been read for them. Not journaled. */
  | { readonly about: "deliveries"; readonly put: readonly Delivery[]; readonly upTo?: number }
  /** The data that a fleet keeps beside the journal, in its transaction; only PostgreSQL can. Not journaled. */
  | { readonly about: "fleet"; readonly change: FleetChange }
  /** Data that is not kept any longer. Not journaled. */
  | { readonly about: "forgotten"; readonly what: Forgetting }
  /** The answer to a keyed call, written with its effect. Not journaled. */
  | {
      readonly about: "request";
      readonly key: string;
      readonly method: string;
      readonly at: number;
      readonly result: unknown;
    };

/** The fleet knows the kinds. */
export interface FleetChange {
  readonly kind: string;
}

/** `history`: every row of a job that is over, except the one with its plan · `notes`: the conductor's own rows. */
export type Forgetting =
  | { readonly kind: "history"; readonly job: JobId }
  | { readonly kind: "answers" | "notes"; readonly before: EpochMs };

/** Append it together with the entry that makes the job. */
export function saveFix(job: JobId, record: FixRecord): Extract<Entry, { about: "fix" }> {
  return { about: "fix", job, record };
}
