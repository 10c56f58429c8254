import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { CommitSha, JobId, SheetId } from "../../../base/ids.ts";
import { nameOf } from "../../../base/names.ts";
import type { Git } from "../../../git/git.ts";
import { listRefs } from "../../../git/refs/refs.ts";
import type { Places } from "../../../isolation/home/places.ts";
import { type ContextRecord, listContexts } from "../../../isolation/records/record.ts";
import { type Snapshot, readSnapshots } from "../../../isolation/snapshots/list.ts";
import type { Job } from "../../../sheet/job.ts";
import { otherScore } from "./refusals.ts";

export interface TakenSnapshot extends Snapshot {
  readonly base: CommitSha;
}

/** The traces that a job left in this home. */
export interface Traces {
  readonly records: readonly ContextRecord[];
  readonly snapshots: ReadonlyMap<SheetId, readonly TakenSnapshot[]>;
  /** The highest number of an attempt that a sheet's logs and refs bear. */
  readonly attempts: ReadonlyMap<SheetId, number>;
}

export interface TraceParts {
  readonly git: Git;
  readonly places: Places;
  /** Tutti's store beside the job's repository. */
  readonly gitDir: string;
}

export async function readTraces(parts: TraceParts, job: Job): Promise<Traces> {
  const { git, places, gitDir } = parts;
  const snapshots = new Map<SheetId, readonly TakenSnapshot[]>();
  const attempts = new Map<SheetId, number>();
  const refs = await attemptsOfRefs(parts, job);
  for (const { id } of job.plan.sheets) {
    snapshots.set(id, await readTaken(git, gitDir, { job: job.id, sheet: id }));
    attempts.set(id, Math.max(refs.get(nameOf(id)) ?? 0, await attemptOfLogs(places, job, id)));
  }
  return { records: await listContexts(places, job.id), snapshots, attempts };
}

/** Snapshots of a sheet, oldest first; without a base none could be gone on from. */
export async function readTaken(
  git: Git,
  gitDir: string,
  of: { job: JobId; sheet: SheetId },
): Promise<readonly TakenSnapshot[]> {
  const all = await readSnapshots(git, gitDir, of);
  return all.flatMap((snapshot) =>
    snapshot.base === null || snapshot.sheet !== of.sheet ? [] : [{ ...snapshot, base: snapshot.base }],
  );
}

/** Throws when the job has traces of sheets that its plan does not have: then it is not the job's. */
export async function requireSameSheets(parts: TraceParts, job: Job, landed: Iterable<string>): Promise<void> {
  const ids = new Set<string>(job.plan.sheets.map(({ id }) => id));
  const names = new Set(job.plan.sheets.map(({ id }) => nameOf(id)));
  const records = await listContexts(parts.places, job.id);
  const known = [...landed, ...records.map(({ sheet }) => sheet)].filter((sheet) => !ids.has(sheet));
  const named = [...(await attemptsOfRefs(parts, job)).keys()].filter((name) => !names.has(name));
  const strangers = [...new Set([...known, ...named])];
  if (strangers.length > 0) throw otherScore(job.id, strangers);
}

/** Refs of a sheet lie under its name; those of snapshots are numbered on their own, the others by the attempt. */
async function attemptsOfRefs({ git, gitDir }: TraceParts, job: Job): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const prefixes = ["snapshots", "agent", "results"].map((kind) => `refs/tutti/${kind}/${job.id}/`);
  for (const ref of (await listRefs(git, gitDir, prefixes)).keys()) {
    const [, , kind, , name = "", number = ""] = ref.split("/");
    found.set(name, Math.max(found.get(name) ?? 0, kind === "snapshots" ? 0 : numberIn(number)));
  }
  return found;
}

async function attemptOfLogs(places: Places, job: Job, sheet: SheetId): Promise<number> {
  const names = await readdir(dirname(places.attempt(job.id, sheet, 1))).catch(() => []);
  return Math.max(0, ...names.map(numberIn));
}

function numberIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
