import { exists } from "../../../base/files/exists.ts";
import type { EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readRefCommits } from "../../../git/refs/ref-commits.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { type Repository, requireRepository } from "../../../git/repository.ts";
import { readLandings } from "../../../git/history/trailers.ts";
import { objectStorePath } from "../../../isolation/store/object-store.ts";
import { openWorkFolder } from "../../../isolation/home/home.ts";
import type { Places } from "../../../isolation/home/places.ts";
import { listContexts } from "../../../isolation/records/record.ts";
import { readSnapshotMessage } from "../../../isolation/snapshots/names.ts";
import type { OldReceipt, Receipt } from "../../../landing/receipts/receipt.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import { decide } from "../../../sheet/decide/decide.ts";
import { policyOf } from "../../../sheet/decide/decision.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { SheetEvidence } from "../../../sheet/infer/evidence.ts";
import { type Inference, inferStates } from "../../../sheet/infer/infer.ts";
import type { Job } from "../../../sheet/job.ts";
import { fresh } from "../../../sheet/state.ts";
import type { Entry } from "../../../store/entry.ts";
import type { StoreReader } from "../../../store/store.ts";
import { isArchived } from "../../../isolation/contexts/archive.ts";
import { isJobId } from "../../find/job-id.ts";
import { requirePlan } from "../../find/job-plan.ts";
import { type JobPlace, makeJob } from "../submit/make-job.ts";
import type { Ground, JobParts } from "../parts.ts";
import { gatherEvidence } from "./evidence.ts";
import { listKeptJobs, readKeptJob } from "./kept-job.ts";
import { type Landed, divertedTo, isOwnBranch, readLanded, readReceipts } from "./landed.ts";
import { isRecorded, noScore, noTrace, nothingLost } from "./refusals.ts";
import { readTraces, requireSameSheets } from "./traces.ts";

type InferParts = Pick<JobParts, "git" | "world" | "places" | "store" | "kit">;

/** How the waiting caller is told, and can call it off. */
interface Course {
  readonly stop: AbortSignal;
  notice(text: string): void;
}

interface Request {
  readonly job: JobId | undefined;
  readonly folder: string;
  /** The score that a person names; `null`: the plan that was kept beside the job. */
  readonly plan: Plan | null;
}

/**
 * Puts a job that the database lost back into it, as git, the snapshots and the validations show it. Nothing is played.
 * All of it is recorded in one step: half of it would have sheets begin anew that landed long ago.
 */
export async function inferJob(parts: InferParts, course: Course, request: Request): Promise<JobId> {
  const place = await openWorkFolder(parts.git, parts.places, request.folder);
  const id = await chooseLost(parts, place.repository, request.job);
  const rebuilt = await rebuildJob(parts, {
    id,
    plan: request.plan,
    folder: request.folder,
    place,
    epoch: parts.store.epoch,
  });
  const inferences = await inferAll(parts, course, rebuilt);
  const at = parts.world.now();
  const job: Job = {
    ...rebuilt.job,
    inferred: { at, sheets: inferences.map(({ sheet, why }) => ({ sheet: sheet.id, why })) },
  };
  await record(parts, { job, inferences, at });
  return id;
}

async function inferAll(parts: InferParts, course: Course, { job, landed }: Rebuilt): Promise<readonly Inference[]> {
  const notice = (text: string): void => {
    course.notice(text);
  };
  const hands = await parts.kit.hands(job, notice);
  const look = {
    git: parts.git,
    places: parts.places,
    gitDir: objectStorePath(parts.places.repositories, job.repository),
  };
  await requireSameSheets(look, job, landed.keys());
  // The process that played it last may have died in the middle of a landing.
  await hands.repair(job, true);
  const tools = { ...look, hands, recheck: await parts.kit.recheck(job, notice), stop: course.stop };
  const traces = await readTraces(look, job);
  const evidence: SheetEvidence[] = [];
  const left = [...job.plan.sheets.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, sheet] = next;
      evidence[place] = await gatherEvidence(tools, { job, sheet, traces, landing: landed.get(sheet.id) ?? null });
    }
  };
  await Promise.all(Array.from({ length: job.parallel }, worker));
  return inferStates(evidence);
}

async function record(
  parts: InferParts,
  found: { job: Job; inferences: readonly Inference[]; at: EpochMs },
): Promise<void> {
  const { job, inferences, at } = found;
  const entries = inferences.map(({ sheet, state, why }): Entry => {
    const event: SheetEvent = { kind: "inferred", at, state, why };
    return {
      about: "sheet",
      job: job.id,
      sheet: sheet.id,
      event,
      next: decide(policyOf(sheet, job.plan), fresh, event).state,
    };
  });
  await parts.store.journal.append([
    { about: "job", job: job.id, event: { kind: "inferred", at, job }, next: job },
    ...entries,
  ]);
}

interface Search {
  readonly git: Git;
  readonly places: Places;
  readonly store: Pick<StoreReader, "job">;
}

/**
 * The job that is to be rebuilt: the one that is named, or the newest of the repository that the database does not
 * have.
 */
async function chooseLost(search: Search, repository: Repository, named: JobId | undefined): Promise<JobId> {
  if (named !== undefined) return requireLost(search, repository, named);
  const found = await findTraces(search, repository);
  for (const [id] of [...found].toSorted(([, left], [, right]) => right - left)) {
    // One that was put away is not one to go on with.
    if ((await search.store.job(id)) === undefined && !(await isArchived(search.places, id))) return id;
  }
  throw nothingLost((await landingsAtHead(search, repository)).map(({ job }) => job));
}

async function requireLost(search: Search, repository: Repository, id: JobId): Promise<JobId> {
  // It becomes part of paths and refs, and comes from outside.
  if (!isJobId(id)) throw noTrace(id);
  if ((await search.store.job(id)) !== undefined) throw isRecorded(id);
  const isKept = (await listKeptJobs(search.places)).some((job) => job.id === id);
  if (isKept || (await findTraces(search, repository)).has(id)) return id;
  if ((await landingsAtHead(search, repository)).some(({ job }) => job === id)) return id;
  throw noTrace(id);
}

/** Jobs of a repository that left something in this home, each with its latest sign of life. */
async function findTraces({ git, places }: Search, { commonDir }: Repository): Promise<ReadonlyMap<JobId, EpochMs>> {
  const found = new Map<JobId, EpochMs>();
  const add = (job: JobId, at: EpochMs): void => void found.set(job, Math.max(at, found.get(job) ?? 0) as EpochMs);
  for (const job of await listKeptJobs(places)) if (job.repository.commonDir === commonDir) add(job.id, job.createdAt);
  for (const record of await listContexts(places))
    if (record.repository === commonDir && isJobId(record.job)) add(record.job, record.madeAt);
  const gitDir = objectStorePath(places.repositories, { commonDir });
  if (!(await exists(gitDir))) return found;
  for (const { message, at } of await readRefCommits(git, gitDir, { prefix: "refs/tutti/snapshots" })) {
    const about = readSnapshotMessage(message);
    if (about !== undefined && isJobId(about.job)) add(about.job, at);
  }
  return found;
}

async function landingsAtHead({ git }: Search, { gitDir }: Repository): ReturnType<typeof readLandings> {
  return (await readCommit(git, gitDir, "HEAD")) === undefined ? [] : readLandings(git, gitDir, ["HEAD"]);
}

interface Rebuild {
  readonly id: JobId;
  /** The score that a person names; `null`: the plan that was kept beside the job. */
  readonly plan: Plan | null;
  readonly folder: string;
  readonly place: JobPlace;
  readonly epoch: number;
}

interface Rebuilt {
  readonly job: Job;
  readonly landed: ReadonlyMap<string, Landed>;
}

/**
 * A lost job as it was when it began, and where its results go by now. Its id stays: landings and snapshots are known
 * by it.
 */
async function rebuildJob(parts: Ground, request: Rebuild): Promise<Rebuilt> {
  const { job, receipts } = await beginning(parts, request);
  const store = objectStorePath(parts.places.repositories, job.repository);
  const meant = (await exists(store)) ? await readReceipts(parts.git, job, { gitDir: store, of: "meant" }) : new Map();
  const landed = await readLanded(parts.git, job, { receipts, meant });
  return {
    job: { ...job, diverted: divertedTo(job, landed.values()), status: { kind: "running" }, epoch: request.epoch },
    landed,
  };
}

interface Beginning {
  readonly job: Job;
  readonly receipts: ReadonlyMap<SheetId, Receipt | OldReceipt>;
}

async function beginning(parts: Ground, request: Rebuild): Promise<Beginning> {
  const kept = await readKeptJob(parts.places, request.id);
  if (kept === undefined) return fromScore(parts, request);
  const job = { ...kept, plan: request.plan ?? kept.plan };
  requirePlan(job);
  await requireRepository(job.repository);
  return { job, receipts: await readReceipts(parts.git, job, { gitDir: job.repository.commonDir }) };
}

/** Where nothing was kept beside the job, a person has to say what it was; receipts know better where it landed. */
async function fromScore({ git, world }: Ground, { id, plan, folder, place, epoch }: Rebuild): Promise<Beginning> {
  if (plan === null) throw noScore(id);
  const made = { ...(await makeJob(git, world, { plan, place, folder, parallel: plan.parallel, epoch })), id };
  const receipts = await readReceipts(git, made, { gitDir: made.repository.commonDir });
  const targets = [...receipts.values()].map(({ target }) => target).filter((ref) => !isOwnBranch(id, ref));
  return { job: { ...made, target: made.target === null ? null : (targets.at(-1) ?? made.target) }, receipts };
}
