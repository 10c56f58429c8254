import type { SheetId } from "../../../base/ids.ts";
import { blockedSheets } from "../../../schedule/blocked.ts";
import type { Job } from "../../../sheet/job.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import { type JobView, jobView } from "../../../api/view.ts";

/** What is blocked is derived each time from the states; nothing stores it. */
export function viewFrom(job: Job, states: ReadonlyMap<SheetId, SheetState>, isPlayed: boolean): JobView {
  const blocked = blockedSheets(job.plan, (id) => states.get(id) ?? fresh);
  return jobView(job, { states, isPlayed, blocked: new Map(blocked.map(({ sheet, by }) => [sheet, by])) });
}
