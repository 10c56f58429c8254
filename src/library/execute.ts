import { TuttiError } from "../base/error.ts";
import { listOf } from "../base/text.ts";
import type { ExecuteOptions, ExecuteTask, TaskResult } from "./execute-types.ts";
import { playJob } from "./play-job.ts";
import { makeTelling } from "./telling.ts";
import { resultsOf } from "./task-results.ts";

const mostWorkers = 32;
const usualWorkers = 4;

/**
 * Has agents do tasks at once: a job whose sheets are the tasks, each in a context of its own, validated and landed. The
 * results come in the order of the tasks. A task that fails stops no other; only when all have failed, an
 * `AggregateError` says so.
 */
export async function execute(
  tasks: readonly (string | ExecuteTask)[],
  options: ExecuteOptions = {},
): Promise<readonly TaskResult[]> {
  const asked = tasks.map((task) => (typeof task === "string" ? { prompt: task } : task));
  requireNumbers(asked, options);
  if (asked.length === 0) return [];
  const { submissionOf } = await import("./submission.ts");
  const { params, sheets } = await submissionOf(asked, { ...options, workers: options.workers ?? usualWorkers });
  const telling = makeTelling(sheets, options);
  const view = await playJob(params, { connection: options, signal: options.signal, hear: telling.hear });
  const results = resultsOf(view, sheets);
  telling.rest(results);
  if (results.some(({ ok, status }) => ok || status === "cancelled")) return results;
  throw allFailed(results);
}

function requireNumbers(tasks: readonly ExecuteTask[], { workers, timeoutMs, attempts }: ExecuteOptions): void {
  requireWhole("workers", workers, mostWorkers);
  requireWhole("attempts", attempts, 100);
  for (const limit of [timeoutMs, ...tasks.map((task) => task.timeoutMs)])
    requireWhole("timeoutMs", limit, 2 ** 31 - 1);
}

function requireWhole(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  throw new TuttiError("execute.invalid", `${name} is ${String(value)}`, {
    audience: "user",
    hint: `Give a whole number from 1 to ${String(most)}.`,
  });
}

function allFailed(results: readonly TaskResult[]): AggregateError {
  const errors = results.map(
    ({ sheet, why, job }) =>
      new TuttiError("execute.failed", `${sheet}: ${why ?? "it failed"}`, {
        audience: "user",
        hint: `See what it did: tutti logs ${job} ${sheet}`,
      }),
  );
  const names = listOf(results.slice(0, 3).map(({ sheet }) => sheet));
  return new AggregateError(errors, `all ${String(results.length)} tasks failed: ${names}`);
}
