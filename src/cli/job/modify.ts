import { existsSync } from "node:fs";
import type { Modification } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import { visible } from "../../base/text.ts";
import { aboutJob, act, ask, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { scoreFrom, type ScoreText } from "../score/score-text.ts";
import { isAgreed } from "../terminal/input.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import {
  dryRunOption,
  jsonOption,
  money,
  newestJob,
  parallelOption,
  priorityOption,
  yesOption,
} from "../tree/options.ts";
import { requireJobHere } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Show what a changed score or new limits mean for a job, ask, and apply them. Landed work stays.")
    .argument("[job]", newestJob)
    .argument("[score]", "changed score")
    .addOption(parallelOption)
    .addOption(priorityOption)
    .option("--max-cost <usd>", "new cost limit of the whole job in US dollars", money)
    .option("--resume", "then resume the job if it rests")
    .addOption(dryRunOption)
    .addOption(yesOption)
    .addOption(jsonOption)
    .action(perform(modify));
};

interface ModifyOptions {
  readonly job: string | undefined;
  readonly score: string | undefined;
  readonly parallel?: number;
  readonly priority?: number;
  readonly maxCost?: number;
  readonly resume?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

export async function modify(terminal: Terminal, given: ModifyOptions): Promise<number> {
  // One word that is a file is the changed score of the newest job.
  const isScore = given.score === undefined && given.job !== undefined && existsSync(given.job);
  const options = isScore ? { ...given, job: undefined, score: given.job } : given;
  if (
    options.score === undefined &&
    options.parallel === undefined &&
    options.priority === undefined &&
    options.maxCost === undefined
  )
    throw new TuttiError("cli.usage", "what is to change?", {
      audience: "user",
      hint: "Name the changed score, or say --parallel, --priority or --max-cost.",
    });
  const score = options.score === undefined ? undefined : scoreFrom(options.score);
  const code = await act(terminal, (tutti) => modifyJob(terminal, tutti, { ...options, text: score }));
  if (options.resume !== true || options.dryRun === true || code !== exitCodes.good) return code;
  const view = await ask(terminal, (tutti) => tutti.call("job.status", aboutJob(options.job)));
  if (view === null || !(view.status === "paused" || view.status === "interrupted")) return code;
  const json = options.json === true ? ({ json: true } as const) : {};
  return (await import("./resume.ts")).resume(terminal, { job: view.id, ...json });
}

/** Shows what would change before it does. */
export async function modifyJob(
  terminal: Terminal,
  tutti: Tutti,
  options: ModifyOptions & { readonly text: ScoreText | undefined },
): Promise<number> {
  const { text, parallel, priority, maxCost } = options;
  const wanted = {
    job: await requireJobHere(tutti, options.job),
    ...(text === undefined ? {} : { score: text }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(priority === undefined ? {} : { priority }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
  const meant = await tutti.call("job.modify", { ...wanted, dryRun: true });
  showNotes(terminal, options.score ?? "", meant.problems);
  if (options.json !== true) for (const line of modificationLines(terminal, meant)) terminal.out(line);
  const isDone = options.dryRun === true || meant.refused.length > 0 || meant.changes.length === 0;
  const isToAct = !isDone && (await isAgreed(terminal, options, "Landed results stay. Change the job?"));
  const outcome = isToAct ? await tutti.call("job.modify", { ...wanted, dryRun: false, key: newKey() }) : meant;
  if (options.json === true) terminal.out(JSON.stringify(outcome));
  else if (outcome.applied) terminal.out(`${terminal.green("changed")} ${outcome.job}`);
  return meant.refused.length > 0 || (!isDone && !isToAct) ? exitCodes.usage : exitCodes.good;
}

function modificationLines(terminal: Terminal, { changes, refused }: Modification): readonly string[] {
  if (refused.length > 0)
    return [...refused.map((reason) => `${terminal.red("refused")} ${visible(reason)}`), "Nothing was changed."];
  return changes.length === 0
    ? ["Nothing changes."]
    : changes.map((change) => `${terminal.yellow("~")} ${visible(change)}`);
}
