import { z } from "zod";
import { jobToResume, resume } from "../../../conductor/jobs/resume.ts";
import type { Accepted } from "../../contract/job.ts";
import { healingModes } from "../../../score/healing/codes.ts";
import { act } from "../method.ts";
import { environment, maxCost, parallel, scoreText, whichJob } from "../shared.ts";

/** Continues a job; without one, the newest unfinished job of the folder's repository. `null`: there is none. */
export const jobResume = act({
  params: {
    ...whichJob,
    parallel: parallel.optional(),
    retryFailed: z.boolean().default(false),
    /** The score as it is now: as `job.modify` first. */
    reload: scoreText.optional(),
    maxCost: maxCost.optional(),
    /** Starts agents regardless of the validations' verdicts on the base. */
    force: z.boolean().default(false),
    /** Remedies that may be used from now on. */
    healing: z.enum(healingModes).optional(),
    environment,
  },
  result: z.custom<Accepted | null>(),
  keyed: true,
  run: async ({ jobs, inTurn }, asked) => {
    const job = await jobToResume(jobs, asked);
    return job === undefined ? null : inTurn(job, () => resume(jobs, { ...asked, job }));
  },
});
