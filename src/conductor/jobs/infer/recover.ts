import { readScoreText, type ScoreAsText } from "../../../score/load.ts";
import type { Accepted } from "../../../api/contract/job.ts";
import type { WhichJob } from "../../find/nearest.ts";
import { type JobParts, settled } from "../parts.ts";
import { resume } from "../resume.ts";
import { inferJob } from "./infer.ts";

interface Recovering extends WhichJob {
  readonly score?: ScoreAsText | undefined;
  readonly parallel?: number | undefined;
}

/** Puts a job that the database lost back into it, as its traces show it, and goes on with it. */
export async function recover(parts: JobParts, asked: Recovering): Promise<Accepted> {
  const { folder, score, parallel } = asked;
  const read = score === undefined ? undefined : readScoreText(score, await parts.agents.names(folder, undefined));
  const plan = read === undefined ? null : await settled(parts, read.plan, { folder });
  const position = await parts.store.position();
  const job = await inferJob(parts, parts.process, { job: asked.job, folder, plan });
  await resume(parts, { job, retryFailed: false, parallel });
  return { job, position, notes: [], ...(read === undefined ? {} : { problems: read.notes }) };
}
