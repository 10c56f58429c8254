import { basename } from "node:path";
import type { Accepted } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf } from "../../base/error.ts";
import { checkoutAround } from "../../base/files/checkout-around.ts";
import { exists } from "../../base/files/exists.ts";
import { visible } from "../../base/text.ts";
import type { SettingRow } from "../../config/merge.ts";
import { readSettings } from "../../config/read.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import { healingFrom, type JobOptions } from "../../plan/options.ts";
import { promptsFrom } from "../../plan/prompts.ts";
import { type AskedTask, taskScore } from "../../plan/task.ts";
import { asAsked } from "../../score/plan/isolation.ts";
import type { IsolationLevel } from "../../score/plan/levels.ts";
import { usualPullRequest } from "../../score/schema/pull-request.ts";
import { keyOf, playInFront } from "../play.ts";
import { agentsHere, settingFrom } from "../setting.ts";
import { ask, canAsk, readInput, readPiped, usage } from "../terminal/input.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonLinesOption, offer, oneMore, wholeNumber, yesOption } from "../tree/options.ts";
import { defaultsAt, levelAt, placeParams, type Workplace, workplaceFrom } from "../repositories/workplace.ts";
import { pullRequestFrom } from "./run.ts";

const shared = [
  "agent",
  "model",
  "fallback",
  "noIsolation",
  "review",
  "reviewer",
  "approve",
  "draft",
  "target",
  "parallel",
  "repo",
  "env",
  "maxCost",
  "timeout",
  "force",
  "selfHealing",
  "detach",
  "noStart",
] as const;

export const declare: Declare = (command, perform) => {
  offer(command, shared)
    .description(
      "Run agents on one or more prompts, without writing a score. Each prompt becomes a sheet: isolated, validated and landed like the sheets of a score.",
    )
    .argument("[prompts...]", "what to do; each prompt becomes one sheet; - reads prompts from stdin")
    .option(
      "--file <file>",
      'read more prompts from a file: separated by lines of ---, or one per line that starts with "- "; - for stdin',
    )
    .option(
      "--issue <issue>",
      "resolve an issue of GitHub, such as owner/name#12 or its address; prompts are added to it",
    )
    .option(
      "--pr [pull]",
      "open a pull request for each sheet instead of landing it; with the name of one (owner/name#12, 12, its address): work on its branch, on what was said of it, or with --review review it and change nothing",
    )
    .option("--comment", "with --pr and --review: comment on the pull request with the review")
    .option(
      "--validate <command>",
      "command that must succeed on each result (default: the setting task.validations); repeatable",
      oneMore,
    )
    .option(
      "--best-of <n>",
      "have this many agents do each prompt at once, and land the best result",
      wholeNumber(2, 16),
    )
    .option("--among <agent>", "agent that competes; repeatable (default: --agent, each time)", oneMore)
    .option("--judge <agent>", "agent that chooses where validations and reviews do not (default: the first)")
    .addOption(yesOption)
    .option("--name <name>", "name of the job")
    .option(
      "-i, --interactive",
      "work with the agent in its own terminal program; what is there when you leave is captured, validated and landed",
    )
    .option("-n, --dry-run", "show the plan as a table and a graph, and run nothing")
    .addOption(jsonLinesOption)
    .action(perform(task));
};

interface TaskOptions extends Omit<PlayOptions, "pr"> {
  /** The name of a pull request that is there already; `true`: one is opened for each sheet. */
  readonly pr?: string | true;
  readonly comment?: true;
}

interface PlayOptions extends JobOptions<(typeof shared)[number] | "pr"> {
  readonly prompts: readonly string[];
  /** More prompts; `-` for what is piped in. */
  readonly file?: string;
  readonly issue?: string;
  readonly validate?: readonly string[];
  readonly bestOf?: number;
  readonly among?: readonly string[];
  readonly judge?: string;
  readonly name?: string;
  readonly yes?: true;
  readonly interactive?: true;
  readonly dryRun?: true;
  readonly json?: true;
  /** Names the task: it is begun once, however often it is asked for. Not an option. */
  readonly key?: string;
}

/** Runs prompts without a score: each is a sheet. */
export async function task(terminal: Terminal, { pr, comment, ...options }: TaskOptions): Promise<number> {
  const isReview = options.review === true;
  const named = typeof pr === "string" ? await pullNamed(pr) : undefined;
  if (comment === true && (named === undefined || !isReview))
    throw usage("--comment is about the review of a pull request", "Name it: tutti task --pr owner/name#12 --review");
  if (named !== undefined && isReview) {
    const { reviewPull } = await import("../forge/review-pull.ts");
    return reviewPull(terminal, named, { ...options, ...(comment === undefined ? {} : { comment }) });
  }
  if (named !== undefined) {
    const { pullAsTask } = await import("../forge/pull-task.ts");
    return play(terminal, await pullAsTask(terminal, named, options));
  }
  // A word after --pr that names no pull request is a prompt.
  const prompts = typeof pr === "string" ? [pr, ...options.prompts] : options.prompts;
  return play(terminal, { ...options, prompts, ...(pr === undefined ? {} : { pr: true }) });
}

/** Loads the way to servers, which few tasks need. */
async function pullNamed(word: string): Promise<string | undefined> {
  const { isPullReference } = await import("../../forge/issues/reference.ts");
  return isPullReference(word, process.env) ? word : undefined;
}

async function play(terminal: Terminal, options: PlayOptions): Promise<number> {
  const prompts =
    options.interactive === true
      ? (await import("../sheet/interactive.ts")).interactivePrompt(options)
      : await requirePrompts(options);
  const workplace = await workplaceFrom(terminal, options);
  const { folder, given } = workplace;
  const { settings, rows } = await readSettings({ env: process.env, project: folder });
  const validations = options.validate ?? settings["task.validations"] ?? [];
  if (options.validate === undefined) sayValidations(terminal, rows);
  const text = scoreOf(prompts, { ...options, validate: validations }, firstAgent(given, options) ?? settings);
  const score = { path: null, baseDir: folder, text };
  if (options.dryRun === true) return showPlan(terminal, { ...workplace, text: score.text, options });
  await requireHomeApart(settingFrom(process.env), folder);
  const parallel = options.parallel ?? (given?.environment.limits?.parallel === undefined ? settings.parallel : null);
  const validateBase = options.force === true ? "never" : settings.validate_base;
  const level = await levelAt(workplace, options.noIsolation === true ? "none" : undefined);
  const base = { score, validateBase, ...healingFrom(options), ...(await placeParams(workplace)) };
  const about = { ...base, ...(parallel === null ? {} : { parallel }) };
  const placed = level === undefined ? {} : { isolation: level };
  if (options.interactive === true) {
    const { workInteractively } = await import("../sheet/interactive.ts");
    return workInteractively(terminal, { ...about, ...placed, interactive: { prompt: options.prompts[0] ?? null } });
  }
  const inPlace = { isolation: "none" } as const;
  const submit = async (
    tutti: Tutti,
    how: { readonly key: string; readonly isolation?: IsolationLevel },
  ): Promise<Accepted> => {
    const accepted = await tutti.call("job.submit", { ...about, ...how });
    showNotes(terminal, "task", accepted.problems ?? []);
    return accepted;
  };
  return playInFront(
    terminal,
    {
      ...keyOf(options),
      json: options.json === true,
      detach: options.detach === true,
      noStart: options.noStart === true,
    },
    async (tutti, key) => {
      try {
        return await submit(tutti, { key, ...placed });
      } catch (error) {
        if (!(await mayWorkInPlace(terminal, { error, folder, options }))) throw error;
        return submit(tutti, { key, ...inPlace });
      }
    },
  );
}

/** The validations of a task are never silent, least of all those that a file asks for. */
function sayValidations(terminal: Terminal, rows: readonly SettingRow[]): void {
  const row = rows.find(({ key }) => key === "task.validations");
  if (row === undefined || typeof row.value !== "object" || row.value === null) return;
  const from = row.where === null ? "" : ` from ${visible(basename(row.where))}`;
  terminal.err(terminal.dim(`validations${from}: ${row.value.map(visible).join("; ")}`));
}

/** Loads the building of scores, which the conductor does otherwise. */
async function showPlan(
  terminal: Terminal,
  { text, options, ...workplace }: Workplace & { text: string; options: PlayOptions },
): Promise<number> {
  const { folder, managed } = workplace;
  const { readScoreText } = await import("../../score/load.ts");
  const { dryRun } = await import("../score/dry-run.ts");
  const { plan, notes } = readScoreText(
    { path: "task", baseDir: folder, text },
    { ...(await agentsHere(folder)), defaults: await defaultsAt(workplace) },
  );
  showNotes(terminal, "task", notes);
  const level = await levelAt(workplace, options.noIsolation === true ? "none" : undefined);
  const { parallel, json } = options;
  return dryRun(terminal, asAsked(plan, { level, per: undefined, pulls: pullRequestFrom(options), managed }), {
    score: "task",
    folder,
    ...(parallel === undefined ? {} : { parallel }),
    ...(json === undefined ? {} : { json }),
  });
}

/** Outside a repository nothing keeps an agent's work apart from the person's files: only that person can want this. */
async function mayWorkInPlace(
  terminal: Terminal,
  met: { error: unknown; folder: string; options: PlayOptions },
): Promise<boolean> {
  const isPlainFolder =
    codeOf(met.error) === "git.no_repository" &&
    (await exists(met.folder)) &&
    (await checkoutAround(met.folder)) === undefined;
  if (!isPlainFolder || !canAsk(terminal, met.options)) return false;
  terminal.err(
    `${visible(met.folder)} is not in a git repository: the agent would work on the files in it, and nothing would land.`,
  );
  return ask("Let it work there?");
}

/** From the command line and from a file; from what is piped in when there is neither. */
async function requirePrompts({ prompts, file, issue }: PlayOptions): Promise<readonly string[]> {
  const isAlone = prompts.length === 0 && file === undefined && issue === undefined;
  const isPiped = prompts.includes("-") || file === "-" || isAlone;
  const read = file === undefined || file === "-" ? [] : promptsFrom(await readInput(file));
  const piped = isPiped ? promptsFrom((await readPiped()) ?? "") : [];
  const all = [...prompts.filter((prompt) => prompt !== "-"), ...read, ...piped];
  if (issue !== undefined) return [await (await import("../forge/issue-task.ts")).issueTask(issue, all)];
  if (all.length > 0) return all;
  throw usage(
    "what is to be done?",
    'Say it: tutti task "fix the flaky test" (or --file FILE, or pipe it in). Each prompt is a sheet of its own.',
  );
}

function contestFrom({ bestOf, among, judge }: PlayOptions): Pick<AskedTask, "bestOf"> {
  const isAsked = bestOf !== undefined || among !== undefined;
  if (!isAsked && judge !== undefined) throw usage("--judge chooses among results", "Say how many: --best-of 3");
  if (!isAsked) return {};
  if ((bestOf ?? among?.length ?? 0) < 2)
    throw usage("one agent alone is no choice", "Say how many compete: --best-of 3, or --among claude --among codex");
  return {
    bestOf: {
      ...(bestOf === undefined ? {} : { count: bestOf }),
      ...(among === undefined ? {} : { agents: among }),
      ...(judge === undefined ? {} : { judge }),
    },
  };
}

/** `null`: the environment's chain, as it is. */
type FirstAgent = Readonly<Record<"agents.default", string | null>>;

/** The agent of an environment; one that is to use another model is named. */
function firstAgent(given: Workplace["given"], { model }: PlayOptions): FirstAgent | undefined {
  const [first] = given?.environment.agents ?? [];
  if (first === undefined) return undefined;
  const name = typeof first === "string" ? first : "use" in first ? first.use : null;
  return { "agents.default": model === undefined ? null : name };
}

function scoreOf(prompts: readonly string[], options: PlayOptions, usual: FirstAgent): string {
  const pull = pullRequestFrom(options);
  return taskScore({
    prompts,
    agent: options.agent ?? usual["agents.default"],
    model: options.model ?? null,
    fallbacks: options.fallback ?? [],
    validations: options.validate ?? [],
    review: options.reviewer ?? options.review === true,
    approve: options.approve === true,
    ...contestFrom(options),
    ...(pull === undefined ? {} : { landing: { pull_request: { ...usualPullRequest, ...pull } } }),
    target: options.target ?? null,
    parallel: options.parallel ?? null,
    timeoutMs: options.timeout ?? null,
    costPerSheetUsd: null,
    costPerJobUsd: options.maxCost ?? null,
    name: options.name ?? null,
  });
}
