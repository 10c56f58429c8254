import type { SnapshotRequest } from "../../api/contract/sheet.ts";
import type { JobId } from "../../base/ids.ts";

/** What all commands about snapshots are given. */
export interface AimOptions {
  readonly what: string | undefined;
  readonly job?: string;
  readonly workspace?: true;
  readonly json?: true;
}

export function requestFrom(options: AimOptions): SnapshotRequest {
  return {
    job: options.job as JobId | undefined,
    folder: process.cwd(),
    what: options.what,
    isWorkspace: options.workspace === true,
  };
}
