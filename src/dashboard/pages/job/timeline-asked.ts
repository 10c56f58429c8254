import type { Params } from "../../../api/tutti.ts";
import type { JobId } from "../../../base/ids.ts";

/** Fills a high screen. */
const firstLanes = 80;

/** What the page of a job asks first: its time line is drawn by the first lanes, other views need every sheet. */
export function timelineAsked(job: JobId, tab: string): Params<"job.timeline"> {
  return { job, folder: "/", ...(tab === "" ? { first: firstLanes } : {}) };
}
