import type { JobId } from "../../../base/ids.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import { detailed } from "./detail.ts";
import { endedSummary, summaryOf, viewFrom } from "./job-view.ts";
import type { WhichJob } from "../../find/nearest.ts";
import { isArchived } from "../../../isolation/contexts/archive.ts";
import { findKnown } from "../known.ts";
import type { Viewer } from "../../find/viewer.ts";

export async function listJobs(parts: Viewer): Promise<readonly JobSummary[]> {
  const jobs = (await parts.store?.listed()) ?? [];
  const summaries = await Promise.all(
    jobs.map(async ({ id, ending }) => {
      const summary = endedSummary(ending) ?? (await readSummary(parts, id));
      return summary === undefined ? [] : [{ ...summary, archived: await isArchived(parts.places, id) }];
    }),
  );
  return summaries.flat();
}

export async function readStatus(parts: Viewer, asked: WhichJob): Promise<JobView | null> {
  const known = await findKnown(parts, asked);
  return known === undefined ? null : detailed(parts, known.job, known.view);
}

async function readSummary(parts: Viewer, id: JobId): Promise<JobSummary | undefined> {
  const { store } = parts;
  const job = await store?.job(id);
  if (store === undefined || job === undefined) return undefined;
  return summaryOf(viewFrom(job, await store.sheets(id), await parts.isPlayed(job)));
}
