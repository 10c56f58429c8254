import type { JobId, SheetId } from "../base/ids.ts";
import type { SheetEvent } from "../sheet/event.ts";
import type { Job, JobEvent } from "../sheet/job.ts";
import type { SheetState } from "../sheet/state.ts";

/** One thing that happened, and what is true after it. */
export type Entry =
  | { readonly about: "job"; readonly job: JobId; readonly event: JobEvent; readonly next: Job }
  | { readonly about: "sheet"; readonly job: JobId; readonly sheet: SheetId; readonly event: SheetEvent; readonly next: SheetState };
