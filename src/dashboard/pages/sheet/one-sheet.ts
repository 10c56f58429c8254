import type { SheetView } from "../../../api/contract/job.ts";
import type { JobId } from "../../../base/ids.ts";

/** The properties of each view of a sheet. */
export interface OneSheet {
  readonly job: JobId;
  readonly view: SheetView;
  /** The moment that is shown; `null`: now. */
  readonly until: number | null;
}
