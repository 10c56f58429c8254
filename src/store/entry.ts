import type { JobId, SheetId } from "../base/ids.ts";
import type { Gate } from "../schedule/gate/gate.ts";
import type { SheetEvent } from "../sheet/event.ts";
import type { Job, JobEvent } from "../sheet/job.ts";
import type { NoteEvent } from "../sheet/note.ts";
import type { SheetState } from "../sheet/state.ts";

/** One thing that happened, and what is true after it. */
export type Entry =
  | { readonly about: "job"; readonly job: JobId; readonly event: JobEvent; readonly next: Job }
  | { readonly about: "sheet"; readonly job: JobId; readonly sheet: SheetId; readonly event: SheetEvent; readonly next: SheetState }
  /** Changes no row. `job`: `null` for what is of the conductor itself. */
  | { readonly about: "note"; readonly job: JobId | null; readonly sheet: SheetId | null; readonly event: NoteEvent }
  /** What is known of an agent's account by now. `event`: `null` when nobody need hear of it; then it is no part of the journal. */
  | { readonly about: "gate"; readonly key: string; readonly gate: Gate; readonly event: NoteEvent | null }
  /** The answer to a call that must not have a second effect, written with the effect. Not part of the journal. */
  | { readonly about: "request"; readonly key: string; readonly method: string; readonly at: number; readonly result: unknown };
