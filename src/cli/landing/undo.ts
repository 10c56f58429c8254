import { resolve } from "node:path";
import type { JobId } from "../../base/ids.ts";
import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jsonLinesOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Revert the landing of a sheet. The revert lands like any other result.")
    .argument("<sheet>", "sheet by id, or JOB/SHEET")
    .option("--job <job>", "job of the sheet (default: the newest of this repository that landed such a sheet)")
    .option("--approve", "land the revert only after tutti review approves it")
    .addOption(repoOption)
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(undo));
};

interface UndoOptions {
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
