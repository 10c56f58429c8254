import { readScoreText } from "../../../score/load.ts";
import type { Accepted } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { inferJob } from "../infer/infer.ts";
import { type JobParts, settled } from "./parts.ts";
import { resume } from "./resume.ts";

/** Puts a job that the database lost back into it, as its traces show it, and goes on with it. */
export async function recover(parts: JobParts, asked: Asked<"job.recover">): Promise<Accepted> {
  const plan =
    asked.score === undefined
      ? null
      : settled(parts, readScoreText(asked.score, await parts.agentNames(asked.folder, undefined)).plan);
  const position = await parts.store.position();
  const job = await inferJob(parts, parts, { job: asked.job, folder: asked.folder, plan });
  await resume(parts, {
    job,
    folder: asked.folder,
    retryFailed: false,
    ...(asked.parallel === undefined ? {} : { parallel: asked.parallel }),
  });
  return { job, position, notes: [] };
}
