import type { Command } from "commander";
import type { SnapshotRequest } from "../../api/contract/sheet.ts";
import type { JobId } from "../../base/ids.ts";
import { jobOption, jsonOption } from "../tree/options.ts";

/** The arguments that all commands about snapshots have. */
export function aimed(command: Command): Command {
  return command
    .argument("[sheet]", "sheet by id or number; SHEET@n for one snapshot (default: the newest)")
    .addOption(jobOption)
    .option("--workspace", "use the workspace of the job instead of a sheet")
    .addOption(jsonOption);
}

export interface AimOptions {
  readonly sheet: string | undefined;
  readonly job?: string;
  readonly workspace?: true;
  readonly json?: true;
}

export function requestFrom(options: AimOptions): SnapshotRequest {
  return {
    job: options.job as JobId | undefined,
    folder: process.cwd(),
    what: options.sheet,
    isWorkspace: options.workspace === true,
  };
}
