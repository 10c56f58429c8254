import { readSettings } from "../config/read.ts";
import { taskScore } from "../plan/task.ts";
import type { ScoreAsText } from "../score/load.ts";
import { usualPullRequest } from "../score/schema/pull-request.ts";

/** Prompts of a person who writes no score; what is left out comes from the settings. */
export interface AskedPrompts {
  readonly prompts: readonly string[];
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly validations?: readonly string[] | undefined;
  readonly approve?: boolean | undefined;
  readonly pullRequest?: "open" | "draft" | undefined;
  readonly target?: string | undefined;
  readonly name?: string | undefined;
  readonly maxCostUsd?: number | undefined;
}

export async function scoreOfPrompts(folder: string, asked: AskedPrompts): Promise<ScoreAsText> {
  const { settings } = await readSettings({ env: process.env, project: folder });
  const text = taskScore({
    prompts: asked.prompts,
    agent: asked.agent ?? settings["agents.default"],
    model: asked.model ?? null,
    fallbacks: [],
    validations: asked.validations ?? settings["task.validations"] ?? [],
    review: false,
    approve: asked.approve === true,
    ...(asked.pullRequest === undefined
      ? {}
      : { landing: { pull_request: { ...usualPullRequest, draft: asked.pullRequest === "draft" } } }),
    target: asked.target ?? null,
    parallel: null,
    timeoutMs: null,
    costPerSheetUsd: null,
    costPerJobUsd: asked.maxCostUsd ?? null,
    name: asked.name ?? null,
  });
  return { path: null, baseDir: folder, text };
}
