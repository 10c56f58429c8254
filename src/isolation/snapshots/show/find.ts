import { firstFew } from "../../../base/text.ts";
import type { EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { readSnapshots, type Snapshot } from "../list.ts";
import { adoptedJob } from "../../strays/stray.ts";
import type { SnapshotRequest } from "../../../api/contract/sheet.ts";
import { refused } from "../../../conductor/find/refused.ts";
import type { Git } from "../../../git/git.ts";
import { readRefCommits } from "../../../git/refs/ref-commits.ts";
import { openRepository, type Repository } from "../../../git/repository.ts";
import { readSnapshotMessage } from "../names.ts";
import type { Job } from "../../../sheet/job.ts";
import type { StoreReader } from "../../../store/store.ts";
import { jobNearest, type WhichJob } from "../../../conductor/find/nearest.ts";
import { type Viewer, findObjectStore } from "../../../conductor/find/viewer.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";

export interface Aimed {
  readonly place: JobSnapshots;
  readonly aim: Aim;
}

export interface Found extends Aimed {
  readonly snapshot: Snapshot;
  /** `null`: the snapshot's own base. */
  readonly older: Snapshot | null;
}

export async function findAim(parts: CustodyParts, request: SnapshotRequest): Promise<Aimed> {
  const place = await findJobSnapshots(parts, request);
  return {
    place,
    aim: request.isWorkspace
      ? requireWorkspaceAim(request.what)
      : requireAim(request.what, { ids: place.sheets, arePaths: place.job === adoptedJob }),
  };
}

export async function findSnapshot(parts: CustodyParts, request: SnapshotRequest): Promise<Found> {
  const { place, aim } = await findAim(parts, request);
  const snapshots = await readSnapshots(parts.git, place.gitDir, { job: place.job, sheet: aim.sheet });
  const newest = snapshots.at(-1);
  if (newest === undefined)
    throw refused(
      `there is no snapshot of ${nameFor(aim)} in ${place.job}`,
      "Snapshots are taken from the first attempt on.",
    );
  const numbered = (number: number): Snapshot => {
    const found = snapshots.find((snapshot) => snapshot.number === number);
    if (found !== undefined) return found;
    throw refused(
      `${nameFor(aim)} has no snapshot ${String(number)}`,
      `The newest is ${String(newest.number)}; tutti snapshots lists them.`,
    );
  };
  return {
    place,
    aim,
    snapshot: aim.to === null ? newest : numbered(aim.to),
    older: aim.from === null ? null : numbered(aim.from),
  };
}

function nameFor(aim: Aim): string {
  return aim.sheet === null ? "the workspace" : aim.sheet;
}

/** `null`: the newest snapshot, or the base in place of an older one. */
interface Aim {
  readonly sheet: SheetId | null;
  readonly from: number | null;
  readonly to: number | null;
}

export interface Sheets {
  readonly ids: readonly SheetId[];
  /** Ids are paths; the last part may name one. */
  readonly arePaths: boolean;
}

/** Reads `SHEET`, `SHEET@n` or `SHEET@m..n`. An id may hold an @: a whole match comes first. */
export function requireAim(text: string | undefined, sheets: Sheets): Aim {
  if (text === undefined)
    throw refused("which sheet?", `Name one by its id or its number: ${firstFew(sheets.ids, 10)}.`);
  const whole = sheetNamed(text, sheets);
  if (whole !== undefined) return { sheet: whole, from: null, to: null };
  const at = text.lastIndexOf("@");
  const sheet = at < 0 ? undefined : sheetNamed(text.slice(0, at), sheets);
  const range = at < 0 ? undefined : rangeIn(text.slice(at + 1));
  if (sheet === undefined)
    throw refused(
      `there is no sheet ${JSON.stringify(at < 0 ? text : text.slice(0, at))} in this job`,
      `It has ${firstFew(sheets.ids, 10)}.`,
    );
  if (range === undefined) throw noRange(text.slice(at));
  return { sheet, ...range };
}

/** Reads `@n`, `@m..n`, with or without the @, or nothing. */
export function requireWorkspaceAim(text: string | undefined): Aim {
  const range = text === undefined ? { from: null, to: null } : rangeIn(text.replace(/^@/, ""));
  if (range === undefined) throw noRange(text ?? "");
  return { sheet: null, ...range };
}

/** By its id, else by its number in the job. */
function sheetNamed(text: string, { ids, arePaths }: Sheets): SheetId | undefined {
  const named = ids.find((sheet) => sheet === text) ?? (arePaths ? sheetEnding(text, ids) : undefined);
  return named ?? (/^[1-9]\d{0,5}$/.test(text) ? ids[Number(text) - 1] : undefined);
}

function sheetEnding(text: string, ids: readonly SheetId[]): SheetId | undefined {
  const found = ids.filter((id) => id.slice(id.lastIndexOf("/") + 1) === text);
  if (found.length > 1)
    throw refused(
      `${JSON.stringify(text)} may be any of ${String(found.length)}`,
      `Name one in full: ${firstFew(found, 10)}.`,
    );
  return found[0];
}

function rangeIn(text: string): { from: number | null; to: number } | undefined {
  const found = /^(?:([1-9]\d{0,14})\.\.)?([1-9]\d{0,14})$/.exec(text);
  if (found === null) return undefined;
  return { from: found[1] === undefined ? null : Number(found[1]), to: Number(found[2]) };
}

function noRange(text: string): Error {
  return refused(
    `${JSON.stringify(text)} names no snapshot`,
    "Write SHEET@2 for one, or SHEET@2..4 for what changed from one to another.",
  );
}

export interface CustodyParts extends Pick<Viewer, "git" | "places"> {
  /** `undefined` where Tutti never ran, or its database was lost. */
  readonly store: Pick<StoreReader, "job" | "jobs" | "events" | "sheets"> | undefined;
}

export interface JobSnapshots {
  readonly job: JobId;
  /** In the order of the score, if known. */
  readonly sheets: readonly SheetId[];
  readonly repository: Repository;
  readonly gitDir: string;
  /** `null`: only its snapshots are left. */
  readonly recorded: Job | null;
}

async function findJobSnapshots(parts: CustodyParts, request: WhichJob): Promise<JobSnapshots> {
  const { job: id, folder } = request;
  const job = id === undefined ? await jobNearest(parts.git, parts.store, folder) : await parts.store?.job(id);
  if (job === undefined) return findUnrecorded(parts, request);
  const gitDir = await findObjectStore(parts, job.repository);
  if (gitDir === undefined)
    throw refused(`nothing is kept of ${job.id}: Tutti has no store for its repository`, "tutti list shows all jobs.");
  // Sheets that a changed score dropped come last.
  const sheets = new Set([
    ...job.plan.sheets.map((sheet) => sheet.id),
    ...((await parts.store?.sheets(job.id)) ?? new Map<SheetId, unknown>()).keys(),
  ]);
  return { job: job.id, sheets: [...sheets], repository: job.repository, gitDir, recorded: job };
}

/** Snapshots name their job, so work can be restored without the journal. */
async function findUnrecorded(parts: CustodyParts, request: WhichJob): Promise<JobSnapshots> {
  const repository = await openRepository(parts.git, request.folder).catch((error: unknown) => {
    throw request.job === undefined ? error : unknownJob(request.job);
  });
  const gitDir = await findObjectStore(parts, repository);
  const told = gitDir === undefined ? new Map<JobId, Told>() : await readTold(parts.git, gitDir);
  const newest = [...told].toSorted(([, left], [, right]) => right.at - left.at)[0]?.[0];
  const job = request.job ?? newest;
  const found = job === undefined ? undefined : told.get(job);
  if (job !== undefined && found !== undefined && gitDir !== undefined)
    return { job, sheets: [...found.sheets], repository, gitDir, recorded: null };
  if (request.job !== undefined) throw unknownJob(request.job);
  throw refused("there is no job of this repository", "Start one with: tutti run score.yaml");
}

interface Told {
  readonly sheets: Set<SheetId>;
  at: EpochMs;
}

async function readTold(git: Git, gitDir: string): Promise<ReadonlyMap<JobId, Told>> {
  const jobs = new Map<JobId, Told>();
  for (const { message, at } of await readRefCommits(git, gitDir, { prefix: "refs/tutti/snapshots" })) {
    const about = readSnapshotMessage(message);
    if (about === undefined) continue;
    const told = jobs.get(about.job) ?? { sheets: new Set(), at };
    told.sheets.add(about.sheet);
    told.at = Math.max(told.at, at) as EpochMs;
    jobs.set(about.job, told);
  }
  return jobs;
}
