import { z } from "zod";
import { modify } from "../../../conductor/jobs/modify.ts";
import type { Modification } from "../../contract/job.ts";
import { act } from "../method.ts";
import { jobId, maxCost, parallel, priority, scoreText } from "../shared.ts";

/** Changes the score of a job; `dryRun` only says what that would mean. */
export const jobModify = act({
  params: {
    job: jobId,
    score: scoreText.optional(),
    parallel: parallel.optional(),
    priority: priority.optional(),
    maxCost: maxCost.optional(),
    dryRun: z.boolean().default(false),
  },
  result: z.custom<Modification>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => modify(jobs, asked)),
});
