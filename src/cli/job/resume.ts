import type { Accepted } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { reportAtRest } from "../fix/conclude.ts";
import { healingFrom, jobOptions } from "../../plan/options.ts";
import { playInFront } from "../play.ts";
import { scoreFrom, type ScoreText } from "../score/score-text.ts";
import { environmentHere } from "../setting.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import {
  detachOption,
  forceOption,
  jsonLinesOption,
  money,
  noStartOption,
  parallelOption,
  yesOption,
} from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", "job to resume (default: the newest unfinished one of this repository)")
    .addOption(parallelOption)
    .option("--max-cost <usd>", "new cost limit of the whole job in US dollars", money)
    .option("--retry-failed", "also retry failed sheets, with a fresh retry budget")
    .option("--infer", "rebuild a job that the database has lost from its landings, snapshots and validations")
    .option("--reload", "read the score again first, as tutti modify does")
    .option("--score <file>", "score file, with --reload if it has moved, with --infer if the kept copy is gone")
    .addOption(forceOption)
    .option(jobOptions.selfHealing.flag, jobOptions.selfHealing.about)
    .addOption(yesOption)
    .addOption(detachOption)
    .addOption(noStartOption)
    .addOption(jsonLinesOption)
    .action(perform(resume));
};

interface ResumeOptions {
  readonly job: string | undefined;
  readonly parallel?: number;
  /** The new limit of its total cost, in US dollars. */
  readonly maxCost?: number;
  readonly retryFailed?: true;
  readonly infer?: true;
  /** Take the score as it is now. */
  readonly reload?: true;
  readonly force?: true;
  readonly selfHealing?: true;
  readonly yes?: true;
  /** The score of a job that is to be inferred, or read again. */
  readonly score?: string;
  readonly detach?: true;
  readonly noStart?: true;
  readonly json?: true;
}

export async function resume(terminal: Terminal, options: ResumeOptions): Promise<number> {
  if (options.score !== undefined && options.infer !== true && options.reload !== true)
    throw new TuttiError("cli.usage", "a job keeps the plan it began with: --score is for --infer and --reload only", {
      audience: "user",
      hint: "Leave it out, say --reload to take what changed in it, or run the score as a new job.",
    });
  // A file that can't be read is refused before anything is opened or moved.
  const score = options.score === undefined ? undefined : scoreFrom(options.score);
  const how = {
    json: options.json === true,
    infers: options.infer === true,
    detach: options.detach === true,
    noStart: options.noStart === true,
  };
  return playInFront(terminal, { ...how, atRest: reportAtRest(terminal, how.json) }, async (tutti, key) => {
    const accepted = await (options.infer === true ? recover : goOn)(tutti, { options, score, key });
    showNotes(terminal, options.score ?? "the score", accepted?.problems ?? []);
    return accepted;
  });
}

interface Asking {
  readonly options: ResumeOptions;
  readonly score: ScoreText | undefined;
  readonly key: string;
}

async function goOn(tutti: Tutti, { options, score, key }: Asking): Promise<Accepted | null> {
  const folder = process.cwd();
  const job = options.job as JobId | undefined;
  const reload = options.reload === true ? (score ?? scoreFrom(await scoreOf(tutti, job, folder))) : undefined;
  return tutti.call("job.resume", {
    folder,
    retryFailed: options.retryFailed === true,
    force: options.force === true,
    environment: environmentHere(),
    key,
    ...(job === undefined ? {} : { job }),
    ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
    ...(reload === undefined ? {} : { reload }),
    ...healingFrom(options),
    ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
  });
}

async function scoreOf(tutti: Tutti, job: JobId | undefined, folder: string): Promise<string> {
  const view = await tutti.call("job.status", { folder, ...(job === undefined ? {} : { job }) });
  if (typeof view?.score === "string") return view.score;
  throw new TuttiError("job.no_score", "where the score of this job lies is not known", {
    audience: "user",
    hint: "Name it: --reload --score <file>",
  });
}

function recover(tutti: Tutti, { options, score, key }: Asking): Promise<Accepted> {
  return tutti.call("job.recover", {
    folder: process.cwd(),
    key,
    ...(options.job === undefined ? {} : { job: options.job }),
    ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
    ...(score === undefined ? {} : { score }),
  });
}
