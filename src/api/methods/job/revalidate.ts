import { z } from "zod";
import { acceptGood, judgeAgain } from "../../../conductor/jobs/sheets/revalidate.ts";
import type { Revalidation } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetNames } from "../shared.ts";

/**
 * Runs the validations again on the kept work of sheets, without their agents, and continues with those that pass; without
 * names, on all that failed, were cancelled or wait. `dryRun` changes nothing.
 */
export const jobRevalidate = act({
  params: {
    job: jobId,
    sheets: sheetNames.optional(),
    dryRun: z.boolean().default(false),
    environment,
  },
  result: z.custom<Revalidation>(),
  keyed: true,
  run: async ({ jobs, inTurn }, asked) => {
    // Validations may take long: other calls about the job are answered meanwhile.
    const judged = await judgeAgain(jobs, asked);
    return inTurn(asked.job, () => acceptGood(jobs, asked, judged));
  },
});
