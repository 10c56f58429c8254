import type { Job } from "../../../sheet/job.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import { detailed } from "./detail.ts";
import { viewFrom } from "./job-view.ts";
import type { WhichJob } from "../../find/nearest.ts";
import { isArchived } from "../../../isolation/contexts/archive.ts";
import { findKnown } from "../known.ts";
import type { Viewer } from "../../find/viewer.ts";

export async function listJobs(parts: Viewer): Promise<readonly JobSummary[]> {
  return Promise.all(
    ((await parts.store?.jobs()) ?? []).map(async (job) => ({
      ...summaryOf(await view(parts, job)),
      archived: await isArchived(parts.places, job.id),
    })),
  );
}

export async function readStatus(parts: Viewer, asked: WhichJob): Promise<JobView | null> {
  const known = await findKnown(parts, asked);
  return known === undefined ? null : detailed(parts, known.job, known.view);
}

async function view(parts: Viewer, job: Job): Promise<JobView> {
  return viewFrom(job, (await parts.store?.sheets(job.id)) ?? new Map(), await parts.isPlayed(job));
}

function summaryOf({ sheets: _, ...job }: JobView): JobSummary {
  return job;
}
