import { z } from "zod";
import { retrySheet } from "../../../conductor/jobs/resume.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetName } from "../shared.ts";

/** Retries one sheet; `from`: from one of its snapshots, as `what` names it. */
export const sheetRetry = act({
  params: { job: jobId, sheet: sheetName, from: z.string().max(1100).optional(), environment },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => retrySheet(jobs, asked)),
});
