import { z } from "zod";
import { cancelSoon } from "../../../conductor/jobs/control.ts";
import type { JobView } from "../../contract/job.ts";
import { act } from "../method.ts";
import { jobId } from "../shared.ts";

/**
 * Ends running sheets, captured, and starts no new ones. Answers when that is done, or after `answerWithinMs`: it is in the
 * journal by then, and continues.
 */
export const jobCancel = act({
  params: { job: jobId, answerWithinMs: z.number().int().min(0).max(600_000).optional() },
  result: z.custom<JobView>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => cancelSoon(jobs, asked, inTurn),
});
