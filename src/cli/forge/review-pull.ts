import { reviewHead } from "../../score/rules/judged/review.ts";
import { readSettings } from "../../config/read.ts";
import { sayOnce } from "../../forge/issues/say.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import type { JobOptions } from "../../plan/options.ts";
import { pullTask } from "../../plan/pull.ts";
import { taskScore } from "../../plan/task.ts";
import { forgeMeans } from "../../root/forge-means.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { conclude } from "../front/conclude.ts";
import { keyOf, playInFront } from "../play.ts";
import { placeParams, workplaceFrom } from "../repositories/workplace.ts";
import { settingFrom } from "../setting.ts";
import { usage } from "../terminal/input.ts";
import { showNotes } from "../terminal/notes.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openPull, type OpenedPull } from "./pull.ts";
import { refuseBeside } from "./pull-task.ts";

interface Asked
  extends JobOptions<
    "agent" | "model" | "reviewer" | "target" | "draft" | "repo" | "env" | "maxCost" | "timeout" | "detach" | "noStart"
  > {
  readonly prompts: readonly string[];
  readonly validate?: readonly string[];
  readonly issue?: string;
  readonly file?: string;
  readonly interactive?: true;
  readonly comment?: true;
  readonly name?: string;
  readonly json?: true;
  readonly key?: string;
}

/** Has an agent review a pull request: a job whose only sheet changes nothing, validated and reviewed like any other. */
export async function reviewPull(terminal: Terminal, name: string, options: Asked): Promise<number> {
  refuseBeside(options);
  if (options.comment === true && options.detach === true)
    throw usage(
      "--comment does not go with --detach",
      "The comment is made when the review has ended: stay until then.",
    );
  const opened = await openPull(terminal, name, options.repo);
  const { repo, pull } = opened;
  const workplace = await workplaceFrom(terminal, { ...options, repo, target: pull.head.branch });
  const { settings } = await readSettings({ env: process.env, project: workplace.folder });
  await requireHomeApart(settingFrom(process.env), workplace.folder);
  const validations = options.validate ?? settings["task.validations"] ?? [];
  const text = scoreOf(opened, options, { validations, agent: settings["agents.default"] });
  const json = options.json === true;
  return playInFront(
    terminal,
    {
      ...keyOf(options),
      json,
      detach: options.detach === true,
      noStart: options.noStart === true,
      atRest: async (end, tutti) => {
        const said = await reviewOf(tutti, end.job, validations.length + 1);
        if (!json && said !== null) terminal.out(said);
        if (options.comment === true && said !== null) await comment(terminal, opened, said);
        return conclude(terminal, { job: end.job.id, json }, end);
      },
    },
    async (tutti, key) => {
      const score = { path: null, baseDir: workplace.folder, text };
      // The base of this job is the pull request itself: what passes there is what is asked for.
      const about = { score, validateBase: "never" as const, ...(await placeParams(workplace)) };
      const accepted = await tutti.call("job.submit", { ...about, key });
      showNotes(terminal, "task", accepted.problems ?? []);
      return accepted;
    },
  );
}

interface Terms {
  readonly validations: readonly string[];
  readonly agent: string;
}

function scoreOf({ reference, pull }: OpenedPull, options: Asked, { validations, agent }: Terms): string {
  const reviewer = options.reviewer ?? options.agent ?? agent;
  const { model } = options;
  return taskScore({
    prompts: [pullTask({ ...pull, name: reference.name }, options.prompts)],
    agent: null,
    model: null,
    // The change is there already.
    author: { command: ["true"], prompt: "stdin", env: {}, once: true },
    fallbacks: [],
    validations,
    review: {
      agent: model === undefined ? reviewer : { use: reviewer, model, args: [], env: {} },
      since: pull.since,
      rounds: 0,
    },
    approve: false,
    target: null,
    parallel: null,
    timeoutMs: options.timeout ?? null,
    attempts: 1,
    costPerSheetUsd: null,
    costPerJobUsd: options.maxCost ?? null,
    name: options.name ?? `review-${String(reference.number)}`,
  });
}

const tailBytes = 200_000;

/** The reviewer's answer; `null`: it gave none that can be read. */
async function reviewOf(tutti: Pick<Tutti, "call">, job: JobView, validation: number): Promise<string | null> {
  const [sheet] = job.sheets;
  if (sheet === undefined) return null;
  const asked = { job: job.id, folder: "/", sheet: sheet.id, validation, offset: -tailBytes, limit: tailBytes };
  const text = (await tutti.call("sheet.logs", asked).catch(() => null))?.text ?? "";
  const from = text.lastIndexOf(`\n${reviewHead}`);
  return from === -1 ? null : text.slice(from + 1).trimEnd();
}

async function comment(terminal: Terminal, { reference, pull }: OpenedPull, text: string): Promise<void> {
  const [head = "", ...lines] = text.split("\n");
  const body = [`**${head}**`, ...lines.map((line) => (line.startsWith("[") ? `- ${line}` : line))].join("\n\n");
  const done = await sayOnce(reference, forgeMeans(process.env), {
    mark: `review ${pull.head.commit}`,
    text: `${body}\n\nOf ${pull.head.commit.slice(0, 12)}, by an agent that Tutti ran.`,
  });
  const words = done === "said" ? "commented on" : "this commit was commented on before, and is not again:";
  terminal.err(terminal.dim(prose(`${words} ${reference.name}`)));
}
