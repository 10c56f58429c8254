import { z } from "zod";
import { retry } from "../../../conductor/jobs/resume.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetNames } from "../shared.ts";

/** Retries sheets that failed or were cancelled; all of them when none is named. */
export const jobRetry = act({
  params: { job: jobId, sheets: sheetNames.optional(), environment },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => retry(jobs, asked)),
});
