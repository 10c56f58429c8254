import type { JobId, SheetId } from "../../base/ids.ts";
import { readCommit } from "../../git/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { type LandedCommit, readLandings } from "../../git/trailers.ts";
import { type VerifyPlace, doubled, isOnTarget, verifyLanding } from "../../landing/verify.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { Viewer } from "../contract.ts";
import type { VerifyReport } from "../verify.ts";
import type { JobSummary, JobView } from "../view.ts";
import { makeCustody } from "./custody/viewer.ts";
import { detailed } from "./detail.ts";
import { viewFrom } from "./job-view.ts";
import { jobsNearest } from "./nearest.ts";
import { unknownJob } from "./jobs/unknown.ts";
import type { ViewerParts } from "./viewer-parts.ts";

/** The door for those who only look: takes no lock and changes nothing. */
export function makeViewer(parts: ViewerParts): Viewer {
  const view = async (job: Job) => {
    const states = (await parts.store?.sheets(job.id)) ?? new Map();
    return viewFrom(job, states, await parts.isPlayed(job));
  };
  return {
    list: async () =>
      Promise.all(((await parts.store?.jobs()) ?? []).map(async (job) => ({ ...summaryOf(await view(job)), archived: await parts.isArchived(job.id) }))),
    status: async ({ job: id, folder }) => {
      const job = id === undefined ? (await jobsNearest(parts.git, (await parts.store?.jobs()) ?? [], folder))[0] : await parts.store?.job(id);
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

async function verify(parts: ViewerParts, request: { job: JobId | undefined; folder: string }): Promise<VerifyReport> {
  const job = request.job === undefined ? undefined : await parts.store?.job(request.job);
  const repository = job?.repository ?? (await openRepository(parts.git, request.folder));
  const place: VerifyPlace = { git: parts.git, gitDir: repository.commonDir, store: await parts.objectStore(repository) };
  const found = await readLandings(parts.git, repository.commonDir, await landingPlaces(parts, place, { repository, job }));
  const landings = found.filter((landing) => request.job === undefined || landing.job === request.job);
  if (request.job !== undefined && job === undefined && landings.length === 0) throw unknownJob(request.job);
  const twice = doubled(landings);
  const checked = [];
  for (const landing of landings) {
    const { problems, absent } = await verifyLanding(place, landing);
    const all = [...problems, ...(twice.has(landing) ? ["landed more than once"] : []), ...(await unrecorded(parts, landing))];
    checked.push({ job: landing.job, sheet: landing.sheet, commit: landing.commit, level: landing.validated, problems: all, absent });
  }
  return { landings: checked, missing: await missingLandings(parts, place, { repository, job }) };
}

/** A landing that claims to be of a job of this home's, which knows nothing of it. */
async function unrecorded(parts: ViewerParts, landing: LandedCommit): Promise<readonly string[]> {
  const states = await parts.store?.sheets(landing.job as JobId);
  if (states === undefined || states.size === 0) return [];
  const state = states.get(landing.sheet as SheetId);
  return state?.kind === "landed" ? [] : ["claims to be of a job of this home, which has no record of it"];
}

/** Where landings may be: the branches of the jobs in question, as far as they still exist, and HEAD where no job is named. */
async function landingPlaces(parts: ViewerParts, place: VerifyPlace, about: About): Promise<readonly string[]> {
  const refs = (await jobsOf(parts, about)).flatMap(targetsOf);
  const places = [...new Set(about.job === undefined ? ["HEAD", ...refs] : refs)];
  const heads = await Promise.all(places.map((ref) => readCommit(place.git, place.gitDir, ref)));
  return places.filter((_, number) => heads[number] !== undefined);
}

interface About {
  readonly repository: { readonly commonDir: string };
  readonly job: Job | undefined;
}

async function jobsOf(parts: ViewerParts, { repository, job }: About): Promise<readonly Job[]> {
  if (job !== undefined) return [job];
  return ((await parts.store?.jobs()) ?? []).filter((item) => item.repository.commonDir === repository.commonDir);
}

/** Where a job's landings may be; nowhere for one that lands nothing. */
function targetsOf(job: Job): readonly string[] {
  return [job.target, landingRef(job)].filter((ref) => ref !== null);
}

/** What the journal calls landed and git does not show. */
async function missingLandings(parts: ViewerParts, place: VerifyPlace, about: About): Promise<VerifyReport["missing"]> {
  const missing: { job: string; sheet: string; commit: string }[] = [];
  for (const job of await jobsOf(parts, about)) {
    for (const [sheet, state] of (await parts.store?.sheets(job.id)) ?? []) {
      if (state.kind !== "landed") continue;
      const reached = await Promise.all([...new Set(targetsOf(job))].map((ref) => isOnTarget(place, { commit: state.commit, ref })));
      if (!reached.includes(true)) missing.push({ job: job.id, sheet, commit: state.commit });
    }
  }
  return missing;
}
