import type { Job } from "../../../sheet/job.ts";
import type { Viewer } from "../../../api/tutti.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import { makeCustody } from "../../../isolation/snapshots/show/viewer.ts";
import { detailed } from "./detail.ts";
import { viewFrom } from "./job-view.ts";
import { jobsNearest } from "../../find/nearest.ts";
import { unknownJob } from "../../find/unknown.ts";
import { verify } from "../../../landing/verify/report.ts";
import type { ViewerParts } from "../../find/viewer-parts.ts";

/** The door for those who only look: takes no lock and changes nothing. */
export function makeViewer(parts: ViewerParts): Viewer {
  const view = async (job: Job) => {
    const states = (await parts.store?.sheets(job.id)) ?? new Map();
    return viewFrom(job, states, await parts.isPlayed(job));
  };
  return {
    list: async () =>
      Promise.all(
        ((await parts.store?.jobs()) ?? []).map(async (job) => ({
          ...summaryOf(await view(job)),
          archived: await parts.isArchived(job.id),
        })),
      ),
    status: async ({ job: id, folder }) => {
      const job =
        id === undefined
          ? (await jobsNearest(parts.git, (await parts.store?.jobs()) ?? [], folder))[0]
          : await parts.store?.job(id);
      if (id !== undefined && job === undefined) throw unknownJob(id);
      return job === undefined ? undefined : detailed(parts, job, await view(job));
    },
    verify: (request) => verify(parts, request),
    custody: makeCustody(parts),
  };
}

function summaryOf({ sheets: _, ...job }: JobView): JobSummary {
  return job;
}
