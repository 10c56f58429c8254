import type { ArchiveOutcome, ArchivePlan } from "../../api/contract/context.ts";
import { TuttiError } from "../../base/error.ts";
import { plural } from "../../base/text.ts";
import { ask, keepContexts } from "../ask.ts";
import { outcomeLines } from "../context/remove.ts";
import { exitCodes } from "../exit-codes.ts";
import { size } from "../snapshot/lines.ts";
import { isAgreed } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, yesOption } from "../tree/options.ts";
import { requireJobHere } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Capture and remove the contexts of a job, empty its trash, and hide it from tutti list.")
    .argument("[job]", "job that is not running (default: the newest of this repository; --forget needs its name)")
    .option("--forget", "also delete its snapshots, permanently")
    .addOption(yesOption)
    .addOption(jsonOption)
    .action(perform(archive));
};

interface ArchiveOptions {
  readonly job: string | undefined;
  readonly forget?: true;
  readonly yes?: true;
  readonly json?: true;
}

export async function archive(terminal: Terminal, options: ArchiveOptions): Promise<number> {
  if (options.forget === true && options.job === undefined)
    throw new TuttiError("cli.usage", "which job is to be forgotten?", {
      audience: "user",
      hint: "Name it: tutti archive --forget JOB. What is forgotten can't be had back.",
    });
  const { plan, job } = await ask(terminal, async (tutti) => {
    const id = await requireJobHere(tutti, options.job);
    return { job: id, plan: await tutti.call("context.plan-archive", { job: id }) };
  });
  if (plan.refused !== null)
    throw new TuttiError("cli.usage", `${job} can't be archived: ${plan.refused}`, {
      audience: "user",
      hint: "Archive it when it has finished, or stop it first.",
    });
  const forget = options.forget === true;
  if (forget && options.json !== true) terminal.out(lossWords(plan));
  // An archived job can be restored from its snapshots; a forgotten one can't.
  if (forget && !(await isAgreed(terminal, options, "Forget it for good?"))) {
    if (options.json === true) terminal.out(JSON.stringify({ plan, outcome: null }));
    return exitCodes.usage;
  }
  const outcome = await keepContexts(terminal, (tutti) => tutti.call("job.archive", { job, forget }));
  if (options.json === true) terminal.out(JSON.stringify({ plan, outcome }));
  else for (const line of archiveLines(terminal, outcome)) terminal.out(line);
  return outcome.archived ? exitCodes.good : exitCodes.failed;
}

function lossWords(plan: ArchivePlan): string {
  return `This deletes ${plural(plan.snapshots, "snapshot")} of ${plan.job} and the commits its agents made: work that did not land is lost. What landed stays.`;
}

function archiveLines(terminal: Terminal, outcome: ArchiveOutcome): readonly string[] {
  const { contexts, freed, forgotten, archived, job } = outcome;
  const removed = contexts.filter((context) => context.removed).length;
  return [
    ...contexts.filter((context) => !context.removed).flatMap((context) => outcomeLines(terminal, context)),
    `${plural(removed, "context")} captured and removed, ${size(freed)} of trash taken out`,
    ...(forgotten.length === 0 ? [] : [`${plural(forgotten.length, "ref")} deleted`]),
    archived
      ? `${terminal.green("archived")} ${job}; tutti list --all still shows it`
      : `${terminal.yellow("not archived")} ${job}: something of it stays`,
  ];
}
