import type { JobId, SheetId } from "../../base/ids.ts";
import { readCommit } from "../../git/refs.ts";
import { type Repository, openRepository } from "../../git/repository.ts";
import { type LandedCommit, readLandings } from "../../git/trailers.ts";
import { type Finding, type VerifyPlace, isOnTarget, verifyLandings } from "../../landing/verify/verify.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { VerifiedLanding, VerifyReport, VerifyRequest } from "../verify.ts";
import { unknownJob } from "./jobs/unknown.ts";
import type { ViewerParts } from "./viewer-parts.ts";

/** Proves landings against git: those of a job, or all that a repository has. */
export async function verify(parts: ViewerParts, request: VerifyRequest): Promise<VerifyReport> {
  const job = request.job === undefined ? undefined : await parts.store?.job(request.job);
  const repository = job?.repository ?? (await openRepository(parts.git, request.folder));
  const search = await openSearch(parts, { repository, job });
  const found = await search.landingsOn([...(job === undefined ? ["HEAD"] : []), ...search.jobs.flatMap(targetsOf)]);
  const landings = found.filter((landing) => request.job === undefined || landing.job === request.job);
  if (request.job !== undefined && job === undefined && landings.length === 0) throw unknownJob(request.job);
  const findings = await verifyLandings(search.place, landings, { signatures: request.signatures === true });
  const checked: VerifiedLanding[] = [];
  for (const finding of findings) checked.push(shown(finding, await recordProblems(search, finding)));
  return { landings: checked, missing: await missingLandings(search) };
}

function shown({ run, problems, absent }: Finding, more: readonly string[]): VerifiedLanding {
  const { job, sheet, commit, validated } = run.last;
  return { job, sheet, commit, commits: run.commits.map((part) => part.commit), level: validated, problems: [...problems, ...more], absent };
}

interface Search {
  readonly place: VerifyPlace;
  /** Those in question that this home knows. */
  readonly jobs: readonly Job[];
  /** What the journal says of a job's sheets; empty where it knows nothing. */
  sheets(job: string): Promise<ReadonlyMap<SheetId, SheetState>>;
  /** Every landing that these refs reach, as far as they exist. */
  landingsOn(refs: readonly string[]): Promise<readonly LandedCommit[]>;
}

/** Each job and each set of refs is read once, however many landings ask for it. */
async function openSearch(parts: ViewerParts, about: { repository: Repository; job: Job | undefined }): Promise<Search> {
  const { repository, job } = about;
  const { git } = parts;
  const gitDir = repository.commonDir;
  const states = new Map<string, ReadonlyMap<SheetId, SheetState>>();
  const read = new Map<string, readonly LandedCommit[]>();
  return {
    place: { git, gitDir, format: repository.objectFormat, store: await parts.objectStore(repository) },
    jobs: job === undefined ? ((await parts.store?.jobs()) ?? []).filter((item) => item.repository.commonDir === gitDir) : [job],
    sheets: async (id) => {
      const known = states.get(id) ?? (await parts.store?.sheets(id as JobId)) ?? new Map<SheetId, SheetState>();
      states.set(id, known);
      return known;
    },
    landingsOn: async (refs) => {
      const wanted = [...new Set(refs)];
      const heads = await Promise.all(wanted.map((ref) => readCommit(git, gitDir, ref)));
      const tips = [...new Set(heads.filter((head) => head !== undefined))].toSorted();
      const found = read.get(tips.join()) ?? (tips.length === 0 ? [] : await readLandings(git, gitDir, tips));
      read.set(tips.join(), found);
      return found;
    },
  };
}

/** What does not fit to the journal: a landing of a job of this home's that it knows nothing of, or whose receipt was here once. */
async function recordProblems(search: Search, { run, absent }: Finding): Promise<readonly string[]> {
  const states = await search.sheets(run.last.job);
  if (states.size === 0) return [];
  const state = states.get(run.last.sheet as SheetId);
  // The intent to land, or to propose it, is recorded before git shows it.
  if (state !== undefined && "commit" in state && state.kind !== "landed" && state.commit === run.last.commit) return [];
  if (state?.kind !== "landed") return ["claims to be of a job of this home, which has no record of it"];
  const job = search.jobs.find(({ id }) => id === run.last.job);
  // A receipt is written before its landing is recorded; not for what landed elsewhere, or was rebuilt from git alone.
  const hadReceipt = job?.repository.commonDir === search.place.gitDir && job.inferred === undefined && state.pull === undefined;
  return hadReceipt && absent.includes("receipt") ? ["its receipt is gone, although it landed here"] : [];
}

/** Where a job's landings may be; nowhere for one that lands nothing. */
function targetsOf(job: Job): readonly string[] {
  return [job.target, landingRef(job)].filter((ref) => ref !== null);
}

/** What the journal calls landed and git does not show. What was merged elsewhere need not have been fetched. */
async function missingLandings(search: Search): Promise<VerifyReport["missing"]> {
  const missing: { job: string; sheet: string; commit: string }[] = [];
  for (const job of search.jobs) {
    const targets = [...new Set(targetsOf(job))];
    const there = new Set((await search.landingsOn(targets)).map(({ commit }) => commit));
    for (const [sheet, state] of await search.sheets(job.id)) {
      if (state.kind !== "landed" || state.pull !== undefined || there.has(state.commit)) continue;
      const reached = await Promise.all(targets.map((ref) => isOnTarget(search.place, { commit: state.commit, ref })));
      if (!reached.includes(true)) missing.push({ job: job.id, sheet, commit: state.commit });
    }
  }
  return missing;
}
