import type { JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";

/** Whose snapshots: a sheet's, or with `null` those of the job's workspace. */
export interface SnapshotsOf {
  readonly job: JobId;
  readonly sheet: SheetId | null;
}

/** The refs that a sheet's snapshots lie under, numbered 1, 2, 3… over the sheet's life. */
export function snapshotRefs(job: JobId, sheet: SheetId): string {
  return `refs/tutti/snapshots/${job}/${nameOf(sheet)}`;
}

/** The refs that the snapshots of a job's workspace lie under. */
export function workspaceRefs(job: JobId): string {
  return `refs/tutti/workspaces/${job}`;
}

export function refsOf({ job, sheet }: SnapshotsOf): string {
  return sheet === null ? workspaceRefs(job) : snapshotRefs(job, sheet);
}

export function snapshotRef(prefix: string, number: number): string {
  return `${prefix}/${String(number)}`;
}

/** `undefined` for a ref that is no snapshot of this prefix. */
export function snapshotNumber(prefix: string, ref: string): number | undefined {
  const text = ref.startsWith(`${prefix}/`) ? ref.slice(prefix.length + 1) : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
