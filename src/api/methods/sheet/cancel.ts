import { z } from "zod";
import { cancelSheet } from "../../../conductor/jobs/control.ts";
import type { JobView } from "../../contract/job.ts";
import { act } from "../method.ts";
import { jobId, sheetName } from "../shared.ts";

/** Ends one sheet, captured; sheets that depend on it are blocked then. */
export const sheetCancel = act({
  params: { job: jobId, sheet: sheetName },
  result: z.custom<JobView>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => cancelSheet(jobs, asked)),
});
