import type { CommitSha, JobId, SheetId } from "../../base/ids.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { type Repository, openRepository } from "../../git/repository.ts";
import { type LandedCommit, readLandings } from "../../git/history/trailers.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { type RecordedEnd, verifyEnds } from "./ends.ts";
import { landingRuns } from "../receipts/runs.ts";
import { type Undone, nameCulprits } from "./undone/culprits.ts";
import { findUndonePaths } from "./undone/undone.ts";
import { type Finding, type VerifyPlace, isOnTarget, verifyLandings } from "./verify.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type {
  MissingLanding,
  UndoneView,
  VerifiedLanding,
  VerifyOutcome,
  VerifyReport,
  VerifyRequest,
} from "../../api/contract/landing.ts";
import { unknownJob } from "../../conductor/find/unknown.ts";
import { type Viewer, findObjectStore } from "../../conductor/find/viewer.ts";

type VerifyParts = Pick<Viewer, "git" | "store" | "places">;

/** Of a job, or all of a repository. */
export async function verify(parts: VerifyParts, request: VerifyRequest): Promise<VerifyReport> {
  const job = request.job === undefined ? undefined : await parts.store?.job(request.job);
  const repository = job?.repository ?? (await openRepository(parts.git, request.folder));
  const search = await openSearch(parts, { repository, job });
  const refs = [...search.jobs.flatMap(targetsOf), ...(job === undefined ? ["HEAD"] : [])];
  const found = await search.landingsOn(refs);
  const landings = found.filter((landing) => request.job === undefined || landing.job === request.job);
  if (request.job !== undefined && job === undefined && landings.length === 0) throw unknownJob(request.job);
  const findings = await verifyLandings(search.place, landings, {
    signatures: request.signatures === true,
    deep: request.deep === true,
  });
  // A commit that only claims to be a landing replaces none.
  const isBelieved = new Map(findings.map(({ run, problems }) => [run.last.commit, problems.length === 0]));
  const asked = {
    refs,
    isBelieved: (commit: CommitSha): boolean => isBelieved.get(commit) ?? request.job !== undefined,
    scratch: parts.places.scratch,
  };
  const undone = await findUndone(search.place, asked).catch((error: unknown) => {
    // Unreadable landings are reported already.
    if ([...isBelieved.values()].includes(false)) return new Map<string, UndoneView>();
    throw error;
  });
  const checked: VerifiedLanding[] = [];
  for (const finding of findings)
    checked.push(shown(finding, await recordOf(search, finding), undone.get(finding.run.last.commit)));
  const ended = [
    ...new Set([...search.jobs.map(({ id }) => id as string), ...findings.map(({ run }) => run.last.job)]),
  ];
  const ends = await verifyEnds(search.place, {
    jobs: ended,
    all: request.job === undefined,
    recorded: (id) => recordedEnd(search.jobs.find((one) => one.id === id)),
  });
  return { landings: checked, missing: await missingLandings(search), ends };
}

function recordedEnd(job: Job | undefined): RecordedEnd {
  if (job === undefined || job.inferred !== undefined) return { kind: "unknown" };
  return job.status.kind === "finished" ? { kind: "ended", promises: job.status.promises } : { kind: "running" };
}

function shown(
  { run, problems, absent, validations = [] }: Finding,
  record: RecordedLanding,
  undone: UndoneView | undefined,
): VerifiedLanding {
  const { job, sheet, commit, validated } = run.last;
  const all = [...problems, ...record.problems];
  const flaky = validations.flatMap(({ description, isFlaky }) => (isFlaky === true ? [description] : []));
  return {
    job,
    sheet,
    commit,
    commits: run.commits.map((part) => part.commit),
    level: validated,
    outcome: outcomeOf({ problems: all, absent }, record.isRecorded),
    problems: all,
    absent,
    ...(validated === "partial" && validations.length > 0 ? { holds: holdsOf(validations) } : {}),
    ...(flaky.length > 0 ? { flaky } : {}),
    ...(undone === undefined ? {} : { undone }),
  };
}

function outcomeOf({ problems, absent }: Pick<Finding, "problems" | "absent">, isRecorded: boolean): VerifyOutcome {
  if (problems.length > 0) return "doubted";
  if (absent.includes("receipt")) return "claimed";
  return isRecorded || !absent.includes("capture") ? "proven" : "consistent";
}

function holdsOf(validations: NonNullable<Finding["validations"]>): NonNullable<VerifiedLanding["holds"]> {
  const sum = (pick: "fixed" | "remaining"): number =>
    validations.reduce((total, { holds }) => total + (holds?.[pick] ?? 0), 0);
  return {
    passed: validations.filter(({ passed }) => passed).length,
    of: validations.length,
    fixed: sum("fixed"),
    remaining: sum("remaining"),
  };
}

interface Search {
  readonly place: VerifyPlace;
  /** Those in question that this home knows. */
  readonly jobs: readonly Job[];
  /** Empty where the journal knows nothing. */
  sheets(job: string): Promise<ReadonlyMap<SheetId, SheetState>>;
  /** Every landing that these refs reach, as far as they exist. */
  landingsOn(refs: readonly string[]): Promise<readonly LandedCommit[]>;
}

/** Each job and each set of refs is read once. */
async function openSearch(
  parts: VerifyParts,
  about: { repository: Repository; job: Job | undefined },
): Promise<Search> {
  const { repository, job } = about;
  const { git } = parts;
  const gitDir = repository.commonDir;
  const states = new Map<string, ReadonlyMap<SheetId, SheetState>>();
  const read = new Map<string, readonly LandedCommit[]>();
  return {
    place: { git, gitDir, format: repository.objectFormat, store: await findObjectStore(parts, repository) },
    jobs: job === undefined ? ((await parts.store?.jobs({ repository: gitDir })) ?? []) : [job],
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

interface RecordedLanding {
  /** The journal of this home names exactly this commit. */
  readonly isRecorded: boolean;
  readonly problems: readonly string[];
}

/** A landing of this home's job that the journal does not know, or knows differently, is not believed. */
async function recordOf(search: Search, { run, absent }: Finding): Promise<RecordedLanding> {
  const states = await search.sheets(run.last.job);
  if (states.size === 0) return { isRecorded: false, problems: [] };
  const state = states.get(run.last.sheet as SheetId);
  const isThis = state !== undefined && "commit" in state && state.commit === run.last.commit;
  // The intent is recorded before git shows it.
  if (isThis && state.kind !== "landed") return { isRecorded: false, problems: [] };
  if (state?.kind !== "landed")
    return { isRecorded: false, problems: ["claims to be of a job of this home, which has no record of it"] };
  // A merge elsewhere may be any commit, without a receipt here.
  if (state.pull !== undefined) return { isRecorded: isThis, problems: [] };
  if (!isThis)
    return {
      isRecorded: false,
      problems: [`is not the commit that this home recorded for its sheet: that is ${state.commit}`],
    };
  const job = search.jobs.find(({ id }) => id === run.last.job);
  // Receipts precede records, except where a record was rebuilt from git.
  const hadReceipt = job?.repository.commonDir === search.place.gitDir && job.inferred === undefined;
  return {
    isRecorded: true,
    problems: [
      ...(state.level === run.last.validated ? [] : [`this home recorded it as ${state.level}`]),
      ...(hadReceipt && absent.includes("receipt") ? ["its receipt is gone, although it landed here"] : []),
    ],
  };
}

function targetsOf(job: Job): readonly string[] {
  return [job.target, landingRef(job)].filter((ref) => ref !== null);
}

/** Landed by the journal, and not in git. Merges elsewhere need not be fetched. */
async function missingLandings(search: Search): Promise<VerifyReport["missing"]> {
  const missing: MissingLanding[] = [];
  for (const job of search.jobs) {
    const targets = [...new Set(targetsOf(job))];
    const own = (await search.landingsOn(targets)).filter((landing) => landing.job === job.id);
    const there = new Set(own.map(({ sheet, commit }) => `${commit} ${sheet}`));
    for (const [sheet, state] of await search.sheets(job.id)) {
      if (state.kind !== "landed" || state.pull !== undefined || there.has(`${state.commit} ${sheet}`)) continue;
      const reached = await Promise.all(targets.map((ref) => isOnTarget(search.place, { commit: state.commit, ref })));
      missing.push({
        job: job.id,
        sheet,
        commit: state.commit,
        ...(reached.includes(true) ? { isThere: true as const } : {}),
      });
    }
  }
  return missing;
}

interface Asked {
  /** Where landings may be; the first that has one counts. */
  readonly refs: readonly string[];
  /** Whether a landing is one, by the last of its commits. */
  readonly isBelieved: (commit: CommitSha) => boolean;
  readonly scratch: string;
}

/** Landings in the history whose change the target lost, by their last commit. */
async function findUndone(
  place: VerifyPlace,
  { refs, isBelieved, scratch }: Asked,
): Promise<ReadonlyMap<string, UndoneView>> {
  const { git, gitDir, format } = place;
  const found = new Map<string, UndoneView>();
  const seen = new Set<string>();
  const objects = openObjects(git, gitDir, format);
  try {
    for (const ref of new Set(refs)) {
      const tip = await readCommit(git, gitDir, ref);
      if (tip === undefined) continue;
      const runs = landingRuns(await readLandings(git, gitDir, [tip])).filter(({ last }) => isBelieved(last.commit));
      const undone = await findUndonePaths({ git, objects, scratch }, tip, runs);
      const open = undone.filter(({ run: { last } }) => !seen.has(last.commit));
      for (const one of await nameCulprits(place, tip, open)) found.set(one.run.last.commit, viewOf(one));
      for (const { last } of runs) seen.add(last.commit);
    }
    return found;
  } finally {
    await objects.close();
  }
}

function viewOf({ undone, removed, of, by, isSaid }: Undone): UndoneView {
  const isRemoval = undone.length === 0;
  return { by, isSaid, isRemoval, paths: (isRemoval ? removed : undone).map(shownPath), of };
}
