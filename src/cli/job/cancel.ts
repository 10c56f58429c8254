import type { Tutti } from "../../api/tutti.ts";
import type { JobId } from "../../base/ids.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { act, type JobOptions, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { jobOrSheet } from "../named.ts";
import { isAgreed } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, yesOption } from "../tree/options.ts";
import { pickOngoing } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("End a job, or one sheet of it. Running work is captured, and landed work stays.")
    .argument("[job]", "job, or JOB/SHEET (default: the only job under way in this repository)")
    .option("--chain", "end the whole chain that the job belongs to: its jobs, and what would follow them")
    .addOption(yesOption)
    .addOption(jsonOption)
    .action(perform(cancel));
};

/** A person who cancels expects an answer at once; capturing running sheets may take longer. */
const patienceMs = 1_200;

interface CancelOptions extends JobOptions {
  readonly yes?: true;
  readonly chain?: true;
}

export async function cancel(terminal: Terminal, options: CancelOptions): Promise<number> {
  return act(terminal, (tutti) => cancelJob(terminal, tutti, options));
}

/** On a terminal it is asked for first; a program that names its job knows what it wants. */
export async function cancelJob(terminal: Terminal, tutti: Tutti, options: CancelOptions): Promise<number> {
  const { job: named, sheet } = await jobOrSheet(terminal, tutti, options.job);
  if (sheet !== undefined && named !== undefined)
    return cancelSheet(terminal, tutti, { ...options, job: named as JobId, sheet });
  if (options.chain === true && named !== undefined)
    return cancelChain(terminal, tutti, { ...options, job: named as JobId });
  const job = await pickOngoing(tutti, named, process.cwd());
  const isAsked = options.yes !== true && options.json !== true && terminal.isLive && process.stdin.isTTY;
  const mayGo = isAsked
    ? await isAgreed(terminal, {}, `Cancel ${job}? What runs is ended and captured; what landed stays.`)
    : true;
  if (!mayGo) {
    terminal.err("Nothing was done.");
    return exitCodes.usage;
  }
  const view = await tutti.call("job.cancel", { job, key: newKey(), answerWithinMs: patienceMs });
  const { landed, done, failed } = view.counts;
  if (options.json === true) terminal.out(JSON.stringify(view));
  else if (view.status === "cancelling") {
    terminal.out(
      `${job} is being cancelled: what runs is ended and captured behind this. tutti status ${shellWord(job)} shows when it is done.`,
    );
  } else {
    const left = failed === 0 ? "" : ` What the others did is kept; try them again with: tutti retry ${shellWord(job)}`;
    terminal.out(
      `${job} is ${view.status}: ${plural(landed + done, "sheet")} landed or done, ${failed} failed or cancelled.${left}`,
    );
  }
  return exitCodes.good;
}

async function cancelChain(
  terminal: Terminal,
  tutti: Tutti,
  { job, json }: CancelOptions & { readonly job: JobId },
): Promise<number> {
  const { root, jobs } = await tutti.call("job.cancel-chain", { job, key: newKey() });
  if (json === true) terminal.out(JSON.stringify({ root, jobs }));
  else
    terminal.out(
      `The chain of ${root} is cancelled: ${jobs.length === 0 ? "no job of it was under way" : `${jobs.join(", ")} ended, with running work captured`}. Nothing more follows.`,
    );
  return exitCodes.good;
}

/** Its work is kept, as that of every sheet; sheets that depend on it are blocked. */
async function cancelSheet(
  terminal: Terminal,
  tutti: Tutti,
  { job, sheet, json }: CancelOptions & { readonly job: JobId; readonly sheet: string },
): Promise<number> {
  const view = await tutti.call("sheet.cancel", { job, sheet, key: newKey() });
  const state = view.sheets.find(({ id }) => id === sheet)?.state;
  const name = shellWord(`${job}/${sheet}`);
  const isEnding = state === "running" || state === "captured";
  if (json === true) terminal.out(JSON.stringify(view));
  else
    terminal.out(
      `${visible(sheet)} of ${job} is ${isEnding ? "being cancelled; what it did is captured first" : "cancelled"}. Try it again with: tutti retry ${name}`,
    );
  return exitCodes.good;
}
