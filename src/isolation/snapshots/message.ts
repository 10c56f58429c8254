import type { JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import { fromTrailer, trailerText } from "../../git/history/trailers.ts";

/** What made Tutti take a snapshot. */
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
  /** How many paths it does not hold. */
  readonly leftOut: number;
}

/**
 * A snapshot as its commit tells it, so that a home without its database can still be read. A later Tutti may know
 * other reasons.
 */
export interface ReadAbout extends Omit<SnapshotAbout, "why"> {
  readonly why: string;
}

const key = "Tutti-Snapshot-";

/** The message of a snapshot's commit. Ids come back exactly as they were, whatever characters they are made of. */
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

/** What a commit's message says of a snapshot; `undefined` when it is none of Tutti's. */
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
