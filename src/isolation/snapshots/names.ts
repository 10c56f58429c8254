import type { JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import { fromTrailer, trailerText } from "../../git/history/trailers.ts";

/** `sheet: null`: of the job's workspace. */
export interface SnapshotsOf {
  readonly job: JobId;
  readonly sheet: SheetId | null;
}

/** Numbered 1, 2, 3… over the sheet's life. */
export function snapshotRefs(job: JobId, sheet: SheetId): string {
  return `refs/tutti/snapshots/${job}/${nameOf(sheet)}`;
}

export function workspaceRefs(job: JobId): string {
  return `refs/tutti/workspaces/${job}`;
}

export function refsOf({ job, sheet }: SnapshotsOf): string {
  return sheet === null ? workspaceRefs(job) : snapshotRefs(job, sheet);
}

export function snapshotRef(prefix: string, number: number): string {
  return `${prefix}/${String(number)}`;
}

/** `undefined`: no snapshot of this prefix. */
export function snapshotNumber(prefix: string, ref: string): number | undefined {
  const text = ref.startsWith(`${prefix}/`) ? ref.slice(prefix.length + 1) : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export type SnapshotWhy =
  | "start"
  | "periodic"
  | "end"
  | "pause"
  | "cancel"
  | "time-out"
  | "shutdown"
  | "deletion"
  | "lost"
  | "adopted"
  | "person";

export interface SnapshotAbout {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly why: SnapshotWhy;
  readonly leftOut: number;
}

/** Read from its commit, so that a home without its database can be read. A later Tutti may know other reasons. */
export interface ReadAbout extends Omit<SnapshotAbout, "why"> {
  readonly why: string;
}

const key = "Tutti-Snapshot-";

/** Ids come back exactly as they were. */
export function snapshotMessage(about: SnapshotAbout): string {
  return [
    `snapshot of ${nameOf(about.sheet)}, attempt ${String(about.attempt)} (${about.why})`,
    "",
    `${key}Job: ${trailerText(about.job)}`,
    `${key}Sheet: ${trailerText(about.sheet)}`,
    `${key}Attempt: ${String(about.attempt)}`,
    `${key}Why: ${about.why}`,
    `${key}Left-Out: ${String(about.leftOut)}`,
    "",
  ].join("\n");
}

/** `undefined`: not a snapshot of Tutti's. */
export function readSnapshotMessage(message: string): ReadAbout | undefined {
  const values = new Map<string, string>();
  for (const line of message.slice(message.lastIndexOf("\n\n") + 2).split("\n")) {
    const colon = line.indexOf(": ");
    if (line.startsWith(key) && colon > 0) values.set(line.slice(key.length, colon), line.slice(colon + 2));
  }
  const [job, sheet, why] = [values.get("Job"), values.get("Sheet"), values.get("Why")];
  if (job === undefined || sheet === undefined || why === undefined) return undefined;
  return {
    job: fromTrailer(job) as JobId,
    sheet: fromTrailer(sheet) as SheetId,
    attempt: numberIn(values.get("Attempt")),
    why,
    leftOut: numberIn(values.get("Left-Out")),
  };
}

function numberIn(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : 0;
}
