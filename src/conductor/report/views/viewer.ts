import type { Job } from "../../../sheet/job.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import { detailed } from "./detail.ts";
import { viewFrom } from "./job-view.ts";
import { type WhichJob, jobsNearest } from "../../find/nearest.ts";
import { unknownJob } from "../../find/unknown.ts";
import type { ViewerParts } from "../../find/viewer-parts.ts";

export async function listJobs(parts: ViewerParts): Promise<readonly JobSummary[]> {
  return Promise.all(
    ((await parts.store?.jobs()) ?? []).map(async (job) => ({
      ...summaryOf(await view(parts, job)),
      archived: await parts.isArchived(job.id),
    })),
  );
}

export async function readStatus(parts: ViewerParts, { job: id, folder }: WhichJob): Promise<JobView | null> {
  const job =
    id === undefined
      ? (await jobsNearest(parts.git, (await parts.store?.jobs()) ?? [], folder))[0]
      : await parts.store?.job(id);
  if (id !== undefined && job === undefined) throw unknownJob(id);
  return job === undefined ? null : detailed(parts, job, await view(parts, job));
}

async function view(parts: ViewerParts, job: Job): Promise<JobView> {
  return viewFrom(job, (await parts.store?.sheets(job.id)) ?? new Map(), await parts.isPlayed(job));
}

function summaryOf({ sheets: _, ...job }: JobView): JobSummary {
  return job;
}
