import type { JobId, SheetId } from "../base/ids.ts";
import type { Tally } from "../findings/tally.ts";
import type { FixRecord } from "../fix/model.ts";
import type { Throttle } from "../schedule/throttle/throttle.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { Job, JobEvent } from "../sheet/job.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import type { SheetState } from "../sheet/state.ts";
import type { KeptQueue, KeptTrial } from "./queue.ts";
import type { VerdictChange } from "./verdict.ts";

/** One thing that happened, and what is true after it. */
export type Entry =
  | { readonly about: "job"; readonly job: JobId; readonly event: JobEvent; readonly next: Job }
  /** `isSame`: the sheet's row says it already. */
  | {
      readonly about: "sheet";
      readonly job: JobId;
      readonly sheet: SheetId;
      readonly event: SheetEvent;
      readonly next: SheetState;
      readonly isSame?: boolean;
    }
  /** Changes no row. `job`: `null` for what is of the conductor itself. */
  | { readonly about: "note"; readonly job: JobId | null; readonly sheet: SheetId | null; readonly event: NoteEvent }
  /**
   * What is known of an agent's account by now. `event`: `null` when nobody need hear of it; then it is no part of the
   * journal.
   */
  | { readonly about: "gate"; readonly key: string; readonly gate: Throttle; readonly event: NoteEvent | null }
  /** What gates said of trees, which is kept so that no tree is tested twice. Not part of the journal. */
  | { readonly about: "verdict"; readonly change: VerdictChange }
  /** What a person said of a queue. Not part of the journal. */
  | { readonly about: "queue"; readonly queue: KeptQueue }
  /** A result that is being tried in a checkout, by its git folder; `null`: no more. Not part of the journal. */
  | { readonly about: "trial"; readonly checkout: string; readonly trial: KeptTrial | null }
  /**
   * How often kinds of findings were tried and mended, added to what was counted before: written with the event that
   * says so. Not part of the journal.
   */
  | { readonly about: "tallies"; readonly tallies: readonly Tally[] }
  /** What a job of `tutti fix` is about, written with the job. Not part of the journal. */
  | { readonly about: "fix"; readonly job: JobId; readonly record: FixRecord }
  /** The answer to a call that must not have a second effect, written with the effect. Not part of the journal. */
  | {
      readonly about: "request";
      readonly key: string;
      readonly method: string;
      readonly at: number;
      readonly result: unknown;
    };

/** Keeps what a job of `tutti fix` is about: to be appended together with the entry that makes the job. */
export function saveFix(job: JobId, record: FixRecord): Extract<Entry, { about: "fix" }> {
  return { about: "fix", job, record };
}
