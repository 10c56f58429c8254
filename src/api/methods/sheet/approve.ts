import { z } from "zod";
import { approve } from "../../../conductor/jobs/sheets/approve.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetNames } from "../shared.ts";

/** Approves results that wait for a person; all of them when none is named. */
export const sheetApprove = act({
  params: { job: jobId, sheets: sheetNames.optional(), environment },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => approve(jobs, asked)),
});
