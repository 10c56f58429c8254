import type { Params } from "../../../api/tutti.ts";
import type { JobId } from "../../../base/ids.ts";

/** Fills a high screen. */
const firstLanes = 80;

/** The first request of the page of a job: its time line is drawn by the first lanes, other views need every sheet. */
export function timelineAsked(job: JobId, tab: string): Params<"job.timeline"> {
  return { job, folder: "/", ...(tab === "" ? { first: firstLanes } : {}) };
}
