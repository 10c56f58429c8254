import type { JobView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { plural, shellWord } from "../../base/text.ts";
import { act, type JobOptions, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";
import { pickOngoing } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Let running sheets finish and start no new ones, until tutti resume.")
    .argument("[job]", "job (default: the only one under way in this repository)")
    .option("--now", "also stop running sheets; their work is captured and continues on resume")
    .addOption(jsonOption)
    .action(perform(pause));
};

interface PauseOptions extends JobOptions {
  readonly now?: true;
}

export async function pause(terminal: Terminal, options: PauseOptions): Promise<number> {
  return act(terminal, (tutti) => pauseJob(terminal, tutti, options));
}

export async function pauseJob(terminal: Terminal, tutti: Tutti, options: PauseOptions): Promise<number> {
  const job = await pickOngoing(tutti, options.job, process.cwd());
  const view = await tutti.call("job.pause", { job, now: options.now === true, key: newKey() });
  terminal.out(options.json === true ? JSON.stringify(view) : pausedWords(view, options.now === true));
  return exitCodes.good;
}

function pausedWords({ id, status, counts }: JobView, now: boolean): string {
  const goOn = `Go on with: tutti resume ${shellWord(id)}`;
  if (status === "paused") return `${id} is paused. ${goOn}`;
  const running =
    counts.running === 0
      ? ""
      : `: ${plural(counts.running, "sheet")} ${now ? "ended and captured first" : "finish first"}`;
  return `${id} is pausing${running}. ${goOn}`;
}
