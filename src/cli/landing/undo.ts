import { resolve } from "node:path";
import type { JobId } from "../../base/ids.ts";
import { environmentHere } from "../environment.ts";
import { playInFront } from "../play.ts";
import type { Terminal } from "../terminal.ts";

export interface UndoOptions {
  readonly sheet: string;
  readonly job?: string;
  readonly approve?: true;
  readonly repo?: string;
  readonly detach?: true;
  readonly json?: true;
}

/** Shows the revert as `run` shows a job; the exit code is its outcome. */
export async function undo(
  terminal: Terminal,
  { sheet, job, approve, repo, detach, json }: UndoOptions,
): Promise<number> {
  const asked = {
    sheet,
    folder: resolve(repo ?? process.cwd()),
    approve: approve === true,
    ...(job === undefined ? {} : { job: job as JobId }),
  };
  return playInFront(terminal, { json: json === true, detach: detach === true }, (tutti, key) =>
    tutti.call("sheet.undo", { ...asked, environment: environmentHere(), key }),
  );
}
