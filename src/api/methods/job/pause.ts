import { z } from "zod";
import { pause } from "../../../conductor/jobs/control.ts";
import type { JobView } from "../../contract/job.ts";
import { act } from "../method.ts";
import { jobId } from "../shared.ts";

/** Running sheets finish and no new ones start; `now`: running sheets are ended too, captured. */
export const jobPause = act({
  params: { job: jobId, now: z.boolean().default(false) },
  result: z.custom<JobView>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => pause(jobs, asked)),
});
