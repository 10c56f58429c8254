import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jobOption, jsonLinesOption } from "../tree/options.ts";
import { requestFrom } from "./lines.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Continue from a snapshot of a sheet in a new job, by another agent. The prompt and the validations stay; the first job is not changed.",
    )
    .argument("[sheet]", "sheet by id, number or name, or JOB/SHEET; SHEET@n for one snapshot (default: the newest)")
    .addOption(jobOption)
    .option("--agent <agent>", "agent of the new job (default: that of the sheet)")
    .option("--model <model>", "model of that agent")
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(fork));
};

interface ForkOptions {
  readonly sheet: string | undefined;
  readonly job?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly detach?: true;
  readonly json?: true;
}

/** Shows the new job as `run` shows a job; the exit code is its outcome. */
export async function fork(terminal: Terminal, options: ForkOptions): Promise<number> {
  const { agent, model, detach, json, sheet, job } = options;
  const { isWorkspace: _, ...what } = requestFrom({ sheet, ...(job === undefined ? {} : { job }) });
  return playInFront(terminal, { json: json === true, detach: detach === true }, (tutti, key) =>
    tutti.call("sheet.fork", {
      ...what,
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      environment: environmentHere(),
      key,
    }),
  );
}
