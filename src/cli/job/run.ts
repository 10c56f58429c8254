import { Option } from "commander";
import type { JobSummary } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { plural, shellWord } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import { healingFrom, type JobOptions } from "../../plan/options.ts";
import { asAsked } from "../../score/plan/isolation.ts";
import { type IsolationLevel, isolationLevels } from "../../score/plan/levels.ts";
import { openTraceFile, refuseUntraceable } from "../front/trace.ts";
import { playInFront } from "../play.ts";
import { dryRun } from "../score/dry-run.ts";
import { planFrom, scoreFrom } from "../score/score-text.ts";
import { settingFrom } from "../setting.ts";
import { isAgreed } from "../terminal/input.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { offer, yesOption } from "../tree/options.ts";
import { defaultsAt, levelAt, placeParams, workplaceFrom } from "../repositories/workplace.ts";

const shared = [
  "parallel",
  "repo",
  "env",
  "noIsolation",
  "pr",
  "draft",
  "priority",
  "force",
  "selfHealing",
  "detach",
  "noStart",
] as const;

export const declare: Declare = (command, perform) => {
  offer(command, shared)
    .description("Run a score: each sheet in its own context, validated, and landed one by one.")
    .argument("<score>", "score to run")
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
    .option("--start-sheet <sheet>", "start at this sheet (id or number) and skip those before it")
    .option("--fresh", "first cancel and archive unfinished jobs of this score; asks if one has progress")
    .addOption(yesOption)
    .option("-n, --dry-run", "show the plan as a table and a graph, and run nothing")
    .option(
      "--trace <file>",
      "write where the time went, sheet by sheet and process by process, in Chrome's trace format",
    )
    .option("--json", "print events as JSON lines; with --dry-run, print the plan and its prompts as one document")
    .action(perform(run));
};

interface RunOptions extends JobOptions<(typeof shared)[number]> {
  readonly score: string;
  readonly isolation?: IsolationLevel;
  /** A context for each sheet, or one for all. */
  readonly per?: "sheet" | "job";
  readonly startSheet?: string;
  readonly fresh?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly trace?: string;
}

export async function run(terminal: Terminal, options: RunOptions): Promise<number> {
  const workplace = await workplaceFrom(terminal, options);
  const { folder, managed } = workplace;
  const level = await levelAt(workplace, options.noIsolation === true ? "none" : options.isolation);
  const pullRequest = pullRequestFrom(options);
  if (options.trace !== undefined) refuseUntraceable(options.trace, options);
  if (options.dryRun === true) {
    const plan = await planFrom(terminal, options.score, { folder, defaults: await defaultsAt(workplace) });
    return dryRun(terminal, asAsked(plan, { level, per: options.per, pulls: pullRequest, managed }), {
      ...options,
      folder,
    });
  }
  const score = scoreFrom(options.score);
  await requireHomeApart(settingFrom(process.env), folder);
  const { settings } = await readSettings({ env: process.env, project: folder });
  const isLimited = workplace.given?.environment.limits?.parallel !== undefined;
  const parallel = options.parallel ?? (isLimited ? null : settings.parallel);
  const about = { score: score.path, folder };
  const place = await placeParams(workplace);
  const json = options.json === true;
  const trace = options.trace === undefined ? undefined : openTraceFile(terminal, { path: options.trace, json });
  return playInFront(
    terminal,
    { json, detach: options.detach === true, noStart: options.noStart === true, ...trace?.how },
    async (tutti, key) => {
      await trace?.begin(tutti);
      const replaces =
        options.fresh === true
          ? await replacedBy(terminal, tutti, { ...about, isAgreed: options.yes === true })
          : await sayUnfinished(terminal, tutti, about);
      const accepted = await tutti.call("job.submit", {
        score,
        replaces,
        ...(options.fresh === true ? { fresh: true } : {}),
        ...place,
        key,
        ...(parallel === null ? {} : { parallel }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(level === undefined ? {} : { isolation: level }),
        ...(options.per === undefined ? {} : { per: options.per }),
        ...(pullRequest === undefined ? {} : { pullRequest }),
        validateBase: options.force === true ? "never" : settings.validate_base,
        ...healingFrom(options),
        ...(options.startSheet === undefined ? {} : { startSheet: options.startSheet }),
      });
      showNotes(terminal, options.score, accepted.problems ?? []);
      return accepted;
    },
  );
}

/** A draft is a pull request too. */
export function pullRequestFrom({ pr, draft }: JobOptions<"pr" | "draft">): { readonly draft: boolean } | undefined {
  return pr === true || draft === true ? { draft: draft === true } : undefined;
}

interface About {
  /** The score's file. */
  readonly score: string;
  readonly folder: string;
}

/**
 * Says when an earlier job of the same score is not finished: a person who runs it again may have meant to resume it.
 */
async function sayUnfinished(terminal: Terminal, tutti: Tutti, about: About): Promise<[]> {
  const [job] = await unfinished(tutti, about);
  if (job === undefined) return [];
  const id = shellWord(job.id);
  const instead = isOngoing(job)
    ? `tutti resume ${id} watches that one`
    : `tutti resume ${id} goes on with that one, --fresh puts it away first`;
  terminal.err(
    `${terminal.yellow("note:")} this is another job of the same score: ${job.id} is ${job.status}; ${instead}`,
  );
  return [];
}

/** Unfinished jobs of the same score, which a fresh one replaces. Asks if one of them has progress. */
export async function replacedBy(
  terminal: Terminal,
  tutti: Tutti,
  about: About & { readonly isAgreed: boolean },
): Promise<JobId[]> {
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
  return jobs.map(({ id }) => id);
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
