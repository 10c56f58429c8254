import { resolve } from "node:path";
import type { Params } from "../api/tutti.ts";
import { readSettings } from "../config/read.ts";
import { taskIds, taskScore } from "../plan/task.ts";
import type { ExecuteOptions, ExecuteTask } from "./execute-types.ts";

interface Submission {
  readonly params: Omit<Params<"job.submit">, "key">;
  /** Of the tasks, in their order. */
  readonly sheets: readonly string[];
}

/** The job that does tasks. */
export async function submissionOf(
  tasks: readonly ExecuteTask[],
  options: ExecuteOptions & { readonly workers: number },
): Promise<Submission> {
  const folder = resolve(options.folder ?? ".");
  const { settings } = await readSettings({ env: process.env, project: folder });
  const text = taskScore({
    prompts: tasks,
    agent: options.agent ?? settings["agents.default"],
    model: options.model ?? null,
    fallbacks: options.fallbacks ?? [],
    validations: options.validations ?? settings["task.validations"] ?? [],
    review: options.review ?? false,
    approve: false,
    target: options.target ?? null,
    parallel: options.workers,
    timeoutMs: options.timeoutMs ?? null,
    attempts: options.attempts,
    costPerSheetUsd: null,
    costPerJobUsd: options.maxCostUsd ?? null,
    name: options.name ?? null,
  });
  return {
    params: {
      score: { path: null, baseDir: folder, text },
      folder,
      parallel: options.workers,
      validateBase: settings.validate_base,
      environment: environmentHere(),
    },
    sheets: taskIds(tasks.map(({ prompt }) => prompt)),
  };
}

/** What this program has; the conductor takes of it what agents may have. */
export function environmentHere(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
