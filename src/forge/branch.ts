import type { JobId, SheetId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";

/** The branch of a sheet's pull request, the same for all its attempts; no two sheets share one. */
export function pullRequestBranch(job: JobId, sheet: SheetId): string {
  return `tutti/${nameOf(job)}/${nameOf(sheet)}`;
}
