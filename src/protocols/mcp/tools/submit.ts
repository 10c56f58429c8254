import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { z } from "zod";
import { TuttiError } from "../../../base/error.ts";
import { knownAgents } from "../../../agents/known/known.ts";
import { readSettings } from "../../../config/read.ts";
import { diagnoseText, openScore, readScoreText, type ScoreAsText } from "../../../score/load.ts";
import { isolationLevels } from "../../../score/plan/levels.ts";
import { outlineOf } from "../../../score/preview/outline.ts";
import { sceneOf, sheetPreviews } from "../../../score/preview/preview.ts";
import { isError, type Problem, problemLine, severityOf } from "../../../score/source/problem.ts";
import { clip } from "../../../base/text.ts";
import { scoreOfPrompts } from "../../task-score.ts";
import { type Desk, folderOf, repository, tool } from "../tool.ts";

/** What is to be done: a score, or prompts. */
const work = {
  tasks: z
    .array(z.string().min(1).max(200_000))
    .max(1000)
    .optional()
    .describe("Prompts, each for an agent of its own. Use this, or a score."),
  score: z.string().max(1_000_000).optional().describe("A score as YAML text; resource tutti://schema/score says how."),
  score_file: z.string().max(4096).optional().describe("Path of a score's file, absolute or below the repository."),
  agent: z.string().max(200).optional().describe("For tasks: the agent. Default: the setting agents.default."),
  model: z.string().max(200).optional().describe("For tasks: the agent's model."),
  validate: z
    .array(z.string().min(1).max(10_000))
    .max(100)
    .optional()
    .describe("For tasks: commands that must succeed on every result, such as `npm test`."),
  approve: z.boolean().optional().describe("For tasks: results wait for a person's word before they land."),
  pull_request: z.enum(["open", "draft"]).optional().describe("For tasks: offer results as pull requests."),
  target: z.string().max(500).optional().describe("For tasks: the branch that results land on."),
  name: z.string().max(200).optional().describe("For tasks: the name of the job."),
  max_cost_usd: z.number().positive().max(1_000_000).optional().describe("For tasks: the most that the job may cost."),
  repo: repository,
};
type Work = z.output<z.ZodObject<typeof work>>;

/** The score that was asked for, however it was given. */
async function scoreOf(desk: Desk, asked: Work): Promise<ScoreAsText> {
  const folder = folderOf(desk, asked.repo);
  const ways = [asked.tasks, asked.score, asked.score_file].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw new TuttiError("cli.usage", `one of tasks, score and score_file is needed, and ${ways.length} were given`, {
      audience: "user",
      hint: "Give tasks for prompts without a score.",
    });
  if (asked.score !== undefined) return { path: null, baseDir: folder, text: asked.score };
  if (asked.score_file !== undefined) {
    const path = resolve(folder, asked.score_file);
    const { text, source } = openScore(path);
    return { path, shown: asked.score_file, baseDir: source.baseDir, text };
  }
  return scoreOfPrompts(folder, {
    prompts: asked.tasks ?? [],
    agent: asked.agent,
    model: asked.model,
    validations: asked.validate,
    approve: asked.approve,
    pullRequest: asked.pull_request,
    target: asked.target,
    name: asked.name,
    maxCostUsd: asked.max_cost_usd,
  });
}

export const submit = tool({
  name: "tutti_submit",
  title: "Submit a job",
  description:
    "Starts a job: agents in contexts of their own, each result validated and landed on the target branch. Answers with the job's id at once; the work goes on without you. Follow it with tutti_wait.",
  params: {
    ...work,
    parallel: z.number().int().min(1).max(1000).optional().describe("How many sheets may run at once."),
    isolation: z.enum(isolationLevels).optional().describe("Level of isolation, whatever the score says."),
    force: z.boolean().optional().describe("Start even where validations can't pass on the base."),
    key: z
      .string()
      .min(8)
      .max(100)
      .optional()
      .describe("Name of this submission: a second call with the same key starts no second job."),
  },
  kind: "act",
  async run(desk, asked) {
    const folder = folderOf(desk, asked.repo);
    const { settings } = await readSettings({ env: process.env, project: folder });
    const parallel = asked.parallel ?? settings.parallel;
    const score = await scoreOf(desk, asked);
    const key = asked.key ?? randomUUID();
    const accepted = await desk.door.play((tutti) =>
      tutti.call("job.submit", {
        score,
        folder,
        key,
        environment: desk.door.environment(),
        validateBase: asked.force === true ? "never" : settings.validate_base,
        ...(parallel === null ? {} : { parallel }),
        ...(asked.isolation === undefined ? {} : { isolation: asked.isolation }),
      }),
    );
    return {
      job: accepted.job,
      cursor: accepted.position,
      notes: accepted.notes,
      problems: linesOf(accepted.problems ?? []),
      next: `tutti_wait with job ${accepted.job} and this cursor`,
    };
  },
});

const mostSheets = 50;

export const plan = tool({
  name: "tutti_plan",
  title: "Show what a score would do",
  description:
    "What a job would be, before anything runs: its sheets with prompts, order, agents and validations. Nothing is started.",
  params: work,
  kind: "look",
  async run(desk, asked) {
    const folder = folderOf(desk, asked.repo);
    const agents = await knownAgents(process.env, folder);
    const { plan: planned, notes } = readScoreText(await scoreOf(desk, asked), agents);
    const more = planned.sheets.length - mostSheets;
    const only = new Set(planned.sheets.slice(0, mostSheets).map(({ id }) => id));
    return {
      plan: outlineOf(planned, sceneOf(planned, {})),
      sheets: [...sheetPreviews(planned, { only })],
      ...(more > 0 ? { more_sheets: more } : {}),
      problems: linesOf(notes),
    };
  },
});

export const validateScore = tool({
  name: "tutti_validate_score",
  title: "Check a score",
  description: "Says whether a score is valid, and what is wrong with it, line by line.",
  params: { score: work.score, score_file: work.score_file, repo: repository },
  kind: "look",
  async run(desk, asked) {
    const agents = await knownAgents(process.env, folderOf(desk, asked.repo));
    const found = diagnoseText(await scoreOf(desk, asked), agents);
    return {
      valid: found.plan !== null,
      shape: found.shape,
      errors: found.problems.filter(isError).length,
      problems: linesOf(found.problems),
      ...(found.plan === null ? {} : { sheets: found.plan.sheets.length }),
    };
  },
});

const mostProblems = 100;
const longest = 500;

function linesOf(problems: readonly Problem[]): readonly string[] {
  return problems
    .slice(0, mostProblems)
    .map((problem) => clip(`${severityOf(problem)} ${problemLine(problem, "score")}`, longest));
}
