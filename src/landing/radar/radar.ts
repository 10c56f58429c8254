import { makeFolder } from "../../base/files/write/make-folder.ts";
import { openRepository } from "../../git/repository.ts";
import { type MergeMemory, withTrialMerges } from "./trial-merges.ts";
import { surveyWorks } from "./survey.ts";
import type { Job } from "../../sheet/job.ts";
import type { RadarView } from "../../api/contract/landing.ts";
import type { WhichJob } from "../../conductor/find/nearest.ts";
import { unknownJob } from "../../conductor/find/unknown.ts";
import { type Viewer, findObjectStore } from "../../conductor/find/viewer.ts";
import { radarView } from "./view.ts";
import { type JobSheets, type LiveSheet, readLive } from "./live-sheets.ts";

type RadarParts = Pick<Viewer, "git" | "store" | "places">;

/** `memory`: merges that an earlier look has tried. */
export async function lookAtRadar(parts: RadarParts, memory: MergeMemory, asked: WhichJob): Promise<RadarView> {
  const jobs = await jobsAsked(parts, asked);
  const [first] = jobs;
  const gitDir = first === undefined ? undefined : await findObjectStore(parts, first.job.repository);
  if (first === undefined || gitDir === undefined) return radarView([], nothing);
  const sheets = await readLive({ git: parts.git, commonDir: first.job.repository.commonDir, gitDir }, jobs);
  const works = sheets.flatMap(({ work }: LiveSheet) => work ?? []);
  if (works.length === 0) return radarView(sheets, nothing);
  await makeFolder(parts.places.scratch);
  const place = { git: parts.git, gitDir, scratch: parts.places.scratch, memory };
  return radarView(sheets, await withTrialMerges(place, (merge) => surveyWorks(merge, works)));
}

const nothing = { collisions: [], meetings: [], unjudged: [], unlooked: 0 };

/** Finished jobs have no live sheets. */
async function jobsAsked({ git, store }: RadarParts, { job: id, folder }: WhichJob): Promise<readonly JobSheets[]> {
  const withStates = async (jobs: readonly Job[]): Promise<readonly JobSheets[]> =>
    Promise.all(jobs.map(async (job) => ({ job, states: (await store?.sheets(job.id)) ?? new Map() })));
  if (id !== undefined) {
    const job = await store?.job(id);
    if (job === undefined) throw unknownJob(id);
    return withStates([job]);
  }
  const { commonDir } = await openRepository(git, folder);
  return withStates(((await store?.unfinished()) ?? []).filter(({ repository }) => repository.commonDir === commonDir));
}
