import { resolve } from "node:path";
import { Option } from "commander";
import type { JobSummary } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import { plural, shellWord } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import { asAsked } from "../../score/plan/isolation.ts";
import { type IsolationLevel, isolationLevels } from "../../score/plan/levels.ts";
import { newKey } from "../ask.ts";
import { playInFront } from "../play.ts";
import { dryRun } from "../score/dry-run.ts";
import { uncountedLines } from "../score/preview/landing-lines.ts";
import { readScoreFrom } from "../score/score-text.ts";
import { environmentHere, settingFrom, uncountedHere } from "../setting.ts";
import { isAgreed } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import {
  detachOption,
  draftOption,
  inPlaceOption,
  noStartOption,
  parallelOption,
  priorityOption,
  prOption,
  repoOption,
  yesOption,
} from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Run a score: each sheet in its own context, validated, and landed one by one.")
    .argument("<score>", "score to run")
    .addOption(parallelOption)
    .addOption(repoOption)
    .addOption(
      new Option("--isolation <level>", "isolate contexts at this level, overriding the score").choices(
        isolationLevels,
      ),
    )
    .addOption(
      new Option("--per <what>", "one context per sheet or one for the whole job, overriding the score").choices([
        "sheet",
        "job",
      ]),
    )
    .addOption(inPlaceOption)
    .addOption(prOption)
    .addOption(draftOption)
    .addOption(priorityOption)
    .option("--start-sheet <sheet>", "start at this sheet (id or number) and skip those before it")
    .option("--fresh", "first cancel and archive unfinished jobs of this score; asks if one has progress")
    .addOption(yesOption)
    .addOption(detachOption)
    .addOption(noStartOption)
    .option("-n, --dry-run", "show the plan as a table and a graph, and run nothing")
    .option("--json", "print events as JSON lines; with --dry-run, print the plan and its prompts as one document")
    .action(perform(run));
};

interface RunOptions {
  readonly score: string;
  readonly repo: string;
  readonly parallel?: number;
  readonly priority?: number;
  readonly isolation?: IsolationLevel;
  /** A context for each sheet, or one for all. */
  readonly per?: "sheet" | "job";
  /** The same as the level `none`. */
  readonly noIsolation?: true;
  /** A pull request for each sheet instead of landing it. */
  readonly pr?: true;
  readonly draft?: true;
  readonly startSheet?: string;
  readonly fresh?: true;
  readonly yes?: true;
  readonly detach?: true;
  readonly noStart?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function run(terminal: Terminal, options: RunOptions): Promise<number> {
  // A wrong score is refused before anything is opened or made.
  const folder = resolve(options.repo);
  const { score, plan: written } = await readScoreFrom(terminal, options.score, folder);
  const level = options.noIsolation === true ? "none" : options.isolation;
  const pullRequest = pullRequestFrom(options);
  const plan = asAsked(written, { level, per: options.per, pulls: pullRequest });
  if (options.dryRun === true) return dryRun(terminal, plan, { ...options, folder });
  await requireHomeApart(settingFrom(process.env), folder);
  const parallel = options.parallel ?? (await parallelHere(folder));
  // Whoever watches the job hears it from there.
  if (options.detach === true)
    for (const line of uncountedLines(terminal, await uncountedHere(plan, folder))) terminal.err(line);
  const about = { score: score.path, folder };
  return playInFront(
    terminal,
    { json: options.json === true, detach: options.detach === true, noStart: options.noStart === true },
    async (tutti, key) => {
      if (options.fresh === true) await makeFresh(terminal, tutti, { ...about, isAgreed: options.yes === true });
      else await sayUnfinished(terminal, tutti, about);
      return tutti.call("job.submit", {
        score,
        folder,
        environment: environmentHere(),
        key,
        ...(parallel === null ? {} : { parallel }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(level === undefined ? {} : { isolation: level }),
        ...(options.per === undefined ? {} : { per: options.per }),
        ...(pullRequest === undefined ? {} : { pullRequest }),
        ...(options.startSheet === undefined ? {} : { startSheet: options.startSheet }),
      });
    },
  );
}

/** A draft is a pull request too. */
export function pullRequestFrom({
  pr,
  draft,
}: Pick<RunOptions, "pr" | "draft">): { readonly draft: boolean } | undefined {
  return pr === true || draft === true ? { draft: draft === true } : undefined;
}

/** How many sheets at once the settings of a checkout ask for; `null`: what the score says. */
async function parallelHere(folder: string): Promise<number | null> {
  return (await readSettings({ env: process.env, project: folder })).settings.parallel;
}

interface About {
  /** The score's file. */
  readonly score: string;
  readonly folder: string;
}

/**
 * Says when an earlier job of the same score is not finished: who runs it again may have meant to go on with that one.
 */
async function sayUnfinished(terminal: Terminal, tutti: Tutti, about: About): Promise<void> {
  const [job] = await unfinished(tutti, about);
  if (job === undefined) return;
  const id = shellWord(job.id);
  const instead = isOngoing(job)
    ? `tutti resume ${id} watches that one`
    : `tutti resume ${id} goes on with that one, --fresh puts it away first`;
  terminal.err(
    `${terminal.yellow("note:")} this is another job of the same score: ${job.id} is ${job.status}; ${instead}`,
  );
}

/** Puts away what earlier jobs of the same score left, captured first. What landed stays. */
export async function makeFresh(
  terminal: Terminal,
  tutti: Tutti,
  about: About & { readonly isAgreed: boolean },
): Promise<void> {
  const jobs = await unfinished(tutti, about);
  const kept = jobs.filter(({ counts }) => counts.landed + counts.done + counts.running > 0);
  for (const { id, counts } of kept)
    terminal.err(
      `${id}: ${counts.landed} of ${plural(counts.sheets, "sheet")} landed; it would begin anew, what is under way is captured and put away`,
    );
  if (kept.length > 0 && !(await isAgreed(terminal, about.isAgreed ? { yes: true } : {}, "Begin anew?")))
    throw new TuttiError("job.not_now", "an earlier job of this score has progress that --fresh would put away", {
      audience: "user",
      hint: "Say --yes to do it, or go on with it: tutti resume",
    });
  for (const { id } of jobs) {
    await tutti.call("job.cancel", { job: id, key: newKey() });
    await tutti.call("job.archive", { job: id, key: newKey() });
  }
}

function isOngoing({ status }: JobSummary): boolean {
  return status === "running" || status === "pausing" || status === "cancelling";
}

async function unfinished(tutti: Tutti, { score, folder }: About): Promise<readonly JobSummary[]> {
  const here = (repository: string): boolean => folder === repository || folder.startsWith(`${repository}/`);
  return (await tutti.call("job.list", {})).filter(
    (job) =>
      job.score === score &&
      here(job.repository) &&
      job.archived !== true &&
      job.status !== "finished" &&
      job.status !== "cancelled",
  );
}
